import { setTimeout as sleep } from 'node:timers/promises'

/** A failed write is repeated after each of these waits, because pushes without a mark are resent. */
const RETRY_AFTER_MS = [100, 500, 2000]

/**
 * Gathers the items that arrive while a write is running, and writes them together in the next one. A
 * crash loses only those in flight, as with one write for each item, but the database has to commit
 * once per write. A write may run again after a failure, so it has to be idempotent.
 */
export function gatherWrites<Item>(
  write: (items: readonly Item[]) => Promise<void>,
  retryAfterMs: readonly number[] = RETRY_AFTER_MS,
): {
  add: (item: Item) => void
  /** Waits until everything is written, and throws the first error of a write. */
  settle: () => Promise<void>
} {
  let waiting: Item[] = []
  let writing: Promise<void> | undefined
  const failures: unknown[] = []

  async function writeRepeatedly(items: readonly Item[]): Promise<void> {
    for (const waitMs of retryAfterMs) {
      try {
        return await write(items)
      } catch {
        await sleep(waitMs)
      }
    }
    await write(items)
  }

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const items = waiting
      waiting = []
      await writeRepeatedly(items).catch((error: unknown) => failures.push(error))
    }
    writing = undefined
  }

  return {
    add: (item) => {
      waiting.push(item)
      writing ??= writeAll()
    },
    settle: async () => {
      await writing
      if (failures.length > 0) throw failures[0]
    },
  }
}
