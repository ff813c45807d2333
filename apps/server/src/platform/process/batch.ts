/** PostgreSQL plans a short list of keys as index lookups. */
const MAX_KEYS = 100

type Waiting<Key, Row> = {
  key: Key
  resolve: (row: Row | undefined) => void
  reject: (error: unknown) => void
}

/**
 * Reads one row by its key, together with the other keys of the same event loop tick. The statement
 * is sent after all others of this tick, so it sees what was committed before.
 */
export function batched<Key, Row>(
  readAll: (keys: Key[]) => Promise<ReadonlyMap<Key, Row>>,
): (key: Key) => Promise<Row | undefined> {
  let waiting: Waiting<Key, Row>[] = []

  async function read(batch: readonly Waiting<Key, Row>[]): Promise<void> {
    try {
      const rows = await readAll([...new Set(batch.map(({ key }) => key))])
      for (const { key, resolve } of batch) resolve(rows.get(key))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  function send(): void {
    const all = waiting
    waiting = []
    for (let start = 0; start < all.length; start += MAX_KEYS) {
      void read(all.slice(start, start + MAX_KEYS))
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(send)
      waiting.push({ key, resolve, reject })
    })
}
