/**
 * Gathers the ids that arrive while a write is running, and writes them together in the next one. A
 * crash loses only those in flight, as with one write for each id, but the database has to commit
 * once per write.
 */
export function gatherWrites(write: (ids: readonly number[]) => Promise<void>): {
  add: (id: number) => void
  /** Waits until everything is written, and throws the first error of a write. */
  settle: () => Promise<void>
} {
  let waiting: number[] = []
  let writing: Promise<void> | undefined
  const failures: unknown[] = []

  async function writeAll(): Promise<void> {
    while (waiting.length > 0) {
      const ids = waiting
      waiting = []
      await write(ids).catch((error: unknown) => failures.push(error))
    }
    writing = undefined
  }

  return {
    add: (id) => {
      waiting.push(id)
      writing ??= writeAll()
    },
    settle: async () => {
      await writing
      if (failures.length > 0) throw failures[0]
    },
  }
}
