import { expect, test } from 'vitest'
import { until, within } from './bounded.ts'

const never = () => new Promise<never>(() => {})
const details = () => 'solstice1: waiting for etcd'

test('a wait ends with its result, or with the error of its work', async () => {
  expect(await within('The start', { limitMs: 60_000 }, Promise.resolve(7))).toBe(7)
  await expect(
    within('The start', { limitMs: 60_000 }, Promise.reject(new Error('refused'))),
  ).rejects.toThrow('refused')
})

test('a wait for something that never happens names it and the output', async () => {
  await expect(within('The start', { limitMs: 20, details }, never())).rejects.toThrow(
    'The start took longer than 0.02 s:\nsolstice1: waiting for etcd',
  )
})

test('polling ends when the condition is true', async () => {
  let checks = 0
  await until('The cluster', { limitMs: 60_000, everyMs: 1 }, () => ++checks === 3)

  expect(checks).toBe(3)
})

test.each([
  ['is never true', async () => false],
  ['never returns', never],
])('polling a condition that %s ends with an error', async (_how, isTrue) => {
  await expect(until('The cluster', { limitMs: 30, everyMs: 1, details }, isTrue)).rejects.toThrow(
    'The cluster took longer than 0.03 s:\nsolstice1: waiting for etcd',
  )
})

test('polling ends with the error of its condition', async () => {
  const isTrue = () => Promise.reject(new Error('solstice1 ended with 127'))

  await expect(until('The cluster', { limitMs: 60_000, everyMs: 1 }, isTrue)).rejects.toThrow(
    'solstice1 ended with 127',
  )
})
