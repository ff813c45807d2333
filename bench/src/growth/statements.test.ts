import { expect, test } from 'vitest'
import { medianCosts, normalised } from './statements.ts'

test('gives the same text to statements that differ in parameters and lists only', () => {
  expect(normalised('select a\n  from t where id = $1 and b in ($2, $3, $4)')).toBe(
    'select a from t where id = ? and b in (?…)',
  )
  expect(normalised('select a from t where id = $7 and b in ($1, $2)')).toBe(
    'select a from t where id = ? and b in (?…)',
  )
  expect(normalised('insert into t values ($1, $2), ($3, $4), ($5, $6)')).toBe(
    normalised('insert into t values ($1, $2), ($3, $4)'),
  )
})

test('gives the same text to a statement with its constants and without them', () => {
  expect(normalised("select 'account ' || id, t1.b from t1 where b > 1.5 and c limit 10")).toBe(
    'select ? || id, t1.b from t1 where b > ? and c limit ?',
  )
  expect(normalised("select 'it''s' from t join lateral u on true")).toBe(
    normalised('select $1 from t join lateral u on $2'),
  )
})

test('returns the median of the runs in which a statement occurs', () => {
  const run = (ms: number) => new Map([['select 1', { calls: 1, buffers: ms * 10, ms }]])

  expect(medianCosts([run(9), run(1), run(2)]).get('select 1')).toEqual({
    calls: 1,
    buffers: 20,
    ms: 2,
  })
  expect(medianCosts([run(9), new Map()]).get('select 1')?.ms).toBe(9)
})
