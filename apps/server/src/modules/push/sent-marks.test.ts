import { expect, test } from 'vitest'
import { gatherWrites } from './sent-marks.ts'

test('writes the first id at once, and those that arrive meanwhile together', async () => {
  const writes: number[][] = []
  const ends: (() => void)[] = []
  const gathered = gatherWrites((ids) => {
    writes.push([...ids])
    return new Promise((resolve) => ends.push(resolve))
  })

  for (const id of [1, 2, 3]) gathered.add(id)
  const first = structuredClone(writes)
  ends.shift()?.()
  await Promise.resolve()
  await new Promise(setImmediate)
  gathered.add(4)
  ends.shift()?.()
  await new Promise(setImmediate)
  ends.shift()?.()
  await gathered.settle()

  expect(first).toEqual([[1]])
  expect(writes).toEqual([[1], [2, 3], [4]])
})

test('writes the rest after a failed write, and reports the failure in the end', async () => {
  const written: number[] = []
  const gathered = gatherWrites(async (ids) => {
    if (ids.includes(1)) throw new Error('The database is gone')
    written.push(...ids)
  })

  for (const id of [1, 2]) gathered.add(id)

  await expect(gathered.settle()).rejects.toThrow('The database is gone')
  expect(written).toEqual([2])
})
