import { expect, test } from 'vitest'
import { rootChecker, type RootFacts } from './root-check.service.ts'

const name = { chainId: 1, contract: '0xc0', number: 1 }
const facts: RootFacts = { root: '0xaa', previous: null, total: 7n }

/** Checks roots whose computation ends when the test says so. */
function aChecker() {
  const started: { end: (facts: RootFacts | undefined) => void; fail: () => void }[] = []
  const compute = () =>
    new Promise<RootFacts | undefined>((resolve, reject) => {
      started.push({ end: resolve, fail: () => reject(new Error('The database is down')) })
    })
  return { started, check: rootChecker(compute, 1) }
}

test('a root that takes long is computed once, and the next request gets the result', async () => {
  const { started, check } = aChecker()
  expect(await check(name, '0xaa')).toBe('checking')
  expect(await check(name, '0xaa')).toBe('checking')
  started[0]?.end(facts)
  expect(await check(name, '0xaa')).toEqual(facts)
  expect(await check(name, '0xaa')).toEqual(facts)
  expect(started).toHaveLength(1)
})

test('one root is computed at a time, however many the rows name', async () => {
  const { started, check } = aChecker()
  await check(name, '0xaa')
  expect(await check({ ...name, number: 2 }, '0xbb')).toBe('checking')
  expect(started).toHaveLength(1)
  started[0]?.end(facts)
  await check(name, '0xaa')
  await check({ ...name, number: 2 }, '0xbb')
  expect(started).toHaveLength(2)
})

test('a wrong root and an error are forgotten, because the rows may be corrected', async () => {
  const { started, check } = aChecker()
  await check(name, '0xbb')
  started[0]?.end(facts)
  expect(await check(name, '0xbb')).toEqual(facts)
  const failing = check(name, '0xbb')
  started[1]?.fail()
  await expect(failing).rejects.toThrow('The database is down')
  await check(name, '0xbb')
  expect(started).toHaveLength(3)
})
