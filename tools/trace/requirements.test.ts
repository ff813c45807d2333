import { expect, test } from 'vitest'
import { parseIds, parseRequirements } from './requirements.ts'

const table = (...rows: string[]) =>
  ['# Auth', '', '| ids | what we promise | proof |', '|---|---|---|', ...rows, ''].join('\n')

test('reads ids, promise and every proof of a row', () => {
  const { rows, problems } = parseRequirements(
    'auth.md',
    table('| AUTH-01, AUTH-07..09 | One \\| answer | a.test.ts › says no<br>`b.test.ts` › x › y |'),
  )

  expect(problems).toEqual([])
  expect(rows).toEqual([
    {
      where: 'auth.md:5',
      ids: ['AUTH-01', 'AUTH-07', 'AUTH-08', 'AUTH-09'],
      promise: 'One | answer',
      proofs: [
        { kind: 'test', file: 'a.test.ts', title: 'says no' },
        { kind: 'test', file: 'b.test.ts', title: 'x › y' },
      ],
    },
  ])
})

test('reads a row with a reason', () => {
  const { rows } = parseRequirements(
    'auth.md',
    table('| OBS-01 | Never | reason: needs a real phone |'),
  )

  expect(rows.map((row) => row.proofs[0])).toEqual([{ kind: 'reason', text: 'needs a real phone' }])
})

test('ignores other tables and prose', () => {
  const { rows, problems } = parseRequirements('a.md', '| a | b |\n|---|---|\n| AUTH-01 | x |\n')

  expect({ rows, problems }).toEqual({ rows: [], problems: [] })
})

test.each([
  ['| AUTH-01 | two cells |', 'three cells'],
  ['| auth one | text | reason: x |', '"auth" is not an id'],
  ['|  | text | reason: x |', 'no id'],
  ['| AUTH-09..02 | text | reason: x |', 'runs backwards'],
  ['| AUTH-01 | text | somewhere |', 'neither'],
  ['| AUTH-01 | text |  |', 'neither'],
  ['| AUTH-01 | text | reason: |', 'neither'],
  ['| AUTH-01 | text | open: x |', 'neither'],
  ['| AUTH-01 | text | reason: x<br>a.test.ts › y |', 'mixture'],
])('rejects %s', (row, problem) => {
  const parsed = parseRequirements('a.md', table(row))

  expect(parsed.rows).toEqual([])
  expect(parsed.problems.join()).toContain(`a.md:5: `)
  expect(parsed.problems.join()).toContain(problem)
})

test('keeps the leading zeros of a range', () => {
  expect(parseIds('API-098..101')).toEqual(['API-098', 'API-099', 'API-100', 'API-101'])
})
