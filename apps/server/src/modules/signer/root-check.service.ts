import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { shareHashes, shareHash } from '@solstice/contracts/distribution-tree'
import type { Db } from '#/platform/process/db.ts'
import { findLeavesAfter } from './signer-leaves.queries.ts'

/** The shares of a root, computed without trusting its row. */
export type RootFacts = {
  root: string
  /** The root of the same shares before they were raised; null if all of them are new. */
  previous: string | null
  total: bigint
}

const BATCH_SIZE = 10_000
const ACCOUNT = /^0x[0-9a-f]{40}$/
const UINT256_LIMIT = 2n ** 256n

/**
 * Recomputes a root and the one before from the shares. Returns undefined if a share was lowered: then
 * an account would lose what an earlier root gave it. Reads the shares in batches, and keeps 32 bytes of
 * each for either tree.
 */
export async function computeRoots(
  db: Db,
  { chainId, contract, number }: RootName,
): Promise<RootFacts | undefined> {
  const [now, earlier] = [shareHashes(), shareHashes()]
  let total = 0n
  let after: string | undefined = ''
  while (after !== undefined) {
    const leaves = await findLeavesAfter(db, { chainId, contract, after, count: BATCH_SIZE })
    for (const { address, cumulative, rootNumber, before } of leaves) {
      const amount = rootNumber <= number ? cumulative : before
      const amountBefore = rootNumber < number ? cumulative : before
      const isValid = ACCOUNT.test(address) && amountBefore >= 0n && amount < UINT256_LIMIT
      if (!isValid || amount < amountBefore) return undefined
      total += amount
      const account = address as `0x${string}` // The pattern guarantees it.
      if (amount > 0n) now.add(shareHash({ account, cumulative: amount }))
      if (amountBefore > 0n) earlier.add(shareHash({ account, cumulative: amountBefore }))
    }
    after = leaves.length === BATCH_SIZE ? leaves.at(-1)?.address : undefined
  }
  if (now.count() === 0) return undefined
  const previous = earlier.count() === 0 ? null : await rootOf(earlier)
  return { root: await rootOf(now), previous, total }
}

const rootOf = async (hashes: ReturnType<typeof shareHashes>): Promise<string> =>
  (await hashes.treeWithPauses(() => nextTurn())).root

export type RootName = { chainId: number; contract: string; number: number }
export type ComputeRoots = (name: RootName) => Promise<RootFacts | undefined>
/** Returns what the shares say about a root, or 'checking' while it is computed. */
export type CheckRoot = (
  name: RootName,
  root: string,
) => Promise<RootFacts | undefined | 'checking'>

/** The answer to a request waits for a result at most this long, so that other requests do not. */
const ANSWER_WITHIN_MS = 2000

/**
 * Computes one root at a time, outside of the request that asks for it, and keeps the result for the
 * next request. That shares have a root stays true, whatever becomes of their rows; another result than
 * the root of the row is returned once, because the row may be corrected.
 */
export function rootChecker(compute: ComputeRoots, answerWithinMs = ANSWER_WITHIN_MS): CheckRoot {
  let current: { key: string; facts: Promise<RootFacts | undefined>; isDone: boolean } | undefined

  return async (name, root) => {
    const key = JSON.stringify([name.chainId, name.contract, name.number, root])
    if (current && current.key !== key && !current.isDone) return 'checking'
    if (current?.key !== key) current = start(key, name)
    const mine = current
    const forget = () => {
      if (current === mine) current = undefined
    }
    const waited = new AbortController()
    const late = sleep(answerWithinMs, 'checking' as const, { signal: waited.signal, ref: false })
    late.catch(() => {})
    try {
      const facts = await Promise.race([mine.facts, late])
      if (facts !== 'checking' && facts?.root !== root) forget()
      return facts
    } catch (error) {
      forget()
      throw error
    } finally {
      waited.abort()
    }
  }

  function start(key: string, name: RootName) {
    const made = { key, facts: compute(name), isDone: false }
    const done = () => {
      made.isDone = true
    }
    made.facts.then(done, done)
    return made
  }
}
