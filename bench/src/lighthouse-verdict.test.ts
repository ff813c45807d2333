import { expect, test } from 'vitest'
import { printComparison } from './lighthouse-verdict.ts'
import type { ComparedPage } from './results.ts'

const blocking = (ours: number[], theirs: number[]) => ({
  name: 'total-blocking-time',
  kind: 'ms' as const,
  ours,
  theirs,
})
const aPage = (...measures: ComparedPage['measures']): ComparedPage => ({
  page: '/auth/login',
  measures,
})

function judge(pages: ComparedPage[], left: string[] = []) {
  const printed: string[] = []
  const isMet = printComparison({ pages, left }, 3, (line) => printed.push(line))
  return { isMet, printed: printed.join('\n') }
}

test.each([
  [[250, 900, 10], [500, 480, 520], true],
  [[251, 900, 10], [500, 480, 520], false],
  [[0], [0], true],
  [[1], [0], false],
])('a blocking time of %j meets the limit of half of %j: %s', (ours, theirs, expected) => {
  const { isMet, printed } = judge([aPage(blocking(ours, theirs))])

  expect(isMet).toBe(expected)
  expect(printed).toContain(expected ? 'ok: /auth/login' : 'FAIL, missed: /auth/login')
})

test.each([
  ['a run of this checkout has no value', aPage(blocking([100, Number.NaN], [500, 500]))],
  ['a run of the other one has no value', aPage(blocking([100, 100], [500, Number.NaN]))],
  ['no run succeeded', aPage(blocking([], []))],
  ['the sides have different numbers of runs', aPage(blocking([100], [500, 500]))],
  ['the time was not measured', aPage()],
  ['a run failed', { ...aPage(blocking([100], [500])), failure: 'Lighthouse: no first paint' }],
])('the comparison fails and names the page when %s', (_why, page) => {
  const { isMet, printed } = judge([aPage(blocking([1], [500])), page])

  expect(isMet).toBe(false)
  expect(printed).toMatch(/^FAIL, not comparable: \/auth\/login: .+$/m)
})

test('the comparison fails when it compared no page, and names those that it left out', () => {
  const { isMet, printed } = judge([], ['/home, after the log-in'])

  expect(isMet).toBe(false)
  expect(printed).toContain('not compared: /home, after the log-in')
  expect(printed).toContain('FAIL: no page was compared')
})
