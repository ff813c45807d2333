import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../tools/run-step.ts'
import { readResults } from './results.ts'
import { renderScale, type ScaleFigures } from './scale-page.ts'

const recorded = (): ScaleFigures => ({
  calls: readResults('bench-calls'),
  signIn: readResults('bench-sign-in'),
  log: readResults('bench-log'),
  settlement: readResults('bench-settlement'),
  memberDay: readResults('bench-member-day'),
})

test('docs/scale.md is what npm run performance generates from the recorded results', () => {
  expect(readFileSync(join(ROOT, 'docs/scale.md'), 'utf8')).toBe(renderScale(recorded()))
})

test('the members that a primary carries follow from its missions per second', () => {
  const figures = recorded()
  const calls = structuredClone(figures.calls)
  const spin = calls.results.find(({ name }) => name === 'a mission executed, as a paid spin')
  if (!spin) throw new Error('No spin was recorded')
  spin.theirs.perSecond = 500

  expect(renderScale({ ...figures, calls })).toContain(
    '| two cores of a primary alone | 500 / 167 million | 3.0 million |',
  )
})
