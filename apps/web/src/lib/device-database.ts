/**
 * Version 1 with one store. Holds wallet_{userId}, user_{userId}, log_{userId}, connections_{userId} and
 * current_server_user_id.
 */
const NAME = 'app-wallet'
const STORE = 'kv'
const VERSION = 1

export const DeviceKey = {
  wallet: (userId: string) => `wallet_${userId}`,
  user: (userId: string) => `user_${userId}`,
  /** The state of the points log that this phone verified. */
  pointsLog: (userId: string) => `log_${userId}`,
  /** The connected sites and their keys. */
  connections: (userId: string) => `connections_${userId}`,
  currentUser: 'current_server_user_id',
} as const

export async function readDevice(key: string): Promise<unknown> {
  const request = await withStore('readonly', (store) => store.get(key))
  return request.result
}

/** Returns all stored values by key. */
export async function listDevice(): Promise<Map<IDBValidKey, unknown>> {
  const [keys, values] = await withStore('readonly', (store) => [
    store.getAllKeys(),
    store.getAll(),
  ])
  return new Map(keys.result.map((key, at) => [key, values.result[at] as unknown]))
}

export async function writeDevice(key: string, value: unknown): Promise<void> {
  await withStore('readwrite', (store) => store.put(value, key))
}

/**
 * Reads and writes in one transaction, so that changes of another tab or the vault's worker are not
 * lost. The result of `change` is stored; `undefined` deletes the value, the same value changes
 * nothing, and an exception is rethrown.
 */
export async function changeDevice(key: string, change: (kept: unknown) => unknown): Promise<void> {
  await withStore('readwrite', (store, giveUp) => {
    const read = store.get(key)
    read.addEventListener('success', () => {
      const kept: unknown = read.result
      try {
        const changed = change(kept)
        if (changed === kept) return
        if (changed === undefined) store.delete(key)
        else store.put(changed, key)
      } catch (cause) {
        giveUp(cause)
      }
    })
  })
}

export async function eraseDevice(...keys: readonly string[]): Promise<void> {
  await withStore('readwrite', (store) => {
    for (const key of keys) store.delete(key)
  })
}

/**
 * Opens and closes the database for each use, because an open connection would block another tab's
 * clean-up.
 */
async function withStore<Result>(
  mode: IDBTransactionMode,
  action: (store: IDBObjectStore, giveUp: (cause: unknown) => void) => Result,
): Promise<Result> {
  const database = await open()
  try {
    const transaction = database.transaction(STORE, mode, { durability: 'strict' })
    // Wait for the transaction instead of the request, because only then the data is on disk.
    return await new Promise<Result>((resolve, reject) => {
      const result = action(transaction.objectStore(STORE), (cause) => {
        reject(cause)
        transaction.abort()
      })
      transaction.addEventListener('complete', () => resolve(result))
      transaction.addEventListener('abort', () =>
        reject(transaction.error ?? new Error('Database transaction aborted')),
      )
    })
  } finally {
    database.close()
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE))
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () =>
      reject(request.error ?? new Error('Database unavailable on this device')),
    )
  })
}
