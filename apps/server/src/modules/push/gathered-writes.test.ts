import { expect, test } from 'vitest'
import { gatherWrites } from './gathered-writes.ts'

test('writes the first item at once, and those that arrive meanwhile together', async () => {
  const writes: number[][] = []
  const ends: (() => void)[] = []
  const gathered = gatherWrites((ids: readonly number[]) => {
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

test('repeats a failed write of a group, and loses none of them', async () => {
  const written: number[] = []
  let attempts = 0
  const gathered = gatherWrites(
    async (ids: readonly number[]) => {
      attempts += 1
      if (attempts <= 3) throw new Error('The database is gone')
      written.push(...ids)
    },
    [0, 0, 0],
  )

  for (const id of [1, 2, 3]) gathered.add(id)
  await gathered.settle()

  expect(written).toEqual([1, 2, 3])
})

test('writes the rest after a write that failed four times, and reports the failure in the end', async () => {
  const written: number[] = []
  let failed = 0
  const gathered = gatherWrites(
    async (ids: readonly number[]) => {
      if (ids.includes(1)) {
        failed += 1
        throw new Error('The database is gone')
      }
      written.push(...ids)
    },
    [0, 0, 0],
  )

  for (const id of [1, 2]) gathered.add(id)

  await expect(gathered.settle()).rejects.toThrow('The database is gone')
  expect(failed).toBe(4)
  expect(written).toEqual([2])
})
