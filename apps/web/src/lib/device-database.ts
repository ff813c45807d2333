/** Version 1, one store. Holds wallet_{userId}, user_{userId} and current_server_user_id. */
const NAME = 'app-wallet'
const STORE = 'kv'
const VERSION = 1

export const DeviceKey = {
  wallet: (userId: string) => `wallet_${userId}`,
  user: (userId: string) => `user_${userId}`,
  currentUser: 'current_server_user_id',
} as const

export async function readDevice(key: string): Promise<unknown> {
  const request = await inStore('readonly', (store) => store.get(key))
  return request.result
}

/** Everything that is kept, by its key. */
export async function listDevice(): Promise<Map<IDBValidKey, unknown>> {
  const [keys, values] = await inStore('readonly', (store) => [store.getAllKeys(), store.getAll()])
  return new Map(keys.result.map((key, at) => [key, values.result[at] as unknown]))
}

export async function writeDevice(key: string, value: unknown): Promise<void> {
  await inStore('readwrite', (store) => store.put(value, key))
}

/**
 * Reads and writes in one transaction, so that what another tab or the vault's worker changes comes
 * before or after it and neither is lost. What `change` gives stands there afterwards; `undefined`
 * erases, the value it got leaves everything as it was, and what it throws is thrown.
 */
export async function changeDevice(key: string, change: (kept: unknown) => unknown): Promise<void> {
  await inStore('readwrite', (store, giveUp) => {
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
  await inStore('readwrite', (store) => {
    for (const key of keys) store.delete(key)
  })
}

/** Opened for each use and closed after it: an open connection would block another tab's clean-up. */
async function inStore<Result>(
  mode: IDBTransactionMode,
  action: (store: IDBObjectStore, giveUp: (cause: unknown) => void) => Result,
): Promise<Result> {
  const database = await open()
  try {
    const transaction = database.transaction(STORE, mode, { durability: 'strict' })
    // The transaction's end, not the request's: only then is it on the disk.
    return await new Promise<Result>((resolve, reject) => {
      const result = action(transaction.objectStore(STORE), (cause) => {
        reject(cause)
        transaction.abort()
      })
      transaction.addEventListener('complete', () => resolve(result))
      transaction.addEventListener('abort', () =>
        reject(transaction.error ?? new Error('Storing was given up')),
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
      reject(request.error ?? new Error('No database on this device')),
    )
  })
}
