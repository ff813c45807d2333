/** Version 1, one store. Holds wallet_{userId}, user_{userId} and current_server_user_id. */
const NAME = 'app-wallet'
const STORE = 'kv'
const VERSION = 1

export const DeviceKey = {
  wallet: (userId: string) => `wallet_${userId}`,
  user: (userId: string) => `user_${userId}`,
  currentUser: 'current_server_user_id',
} as const

export function readDevice(key: string): Promise<unknown> {
  return inStore('readonly', (store) => store.get(key))
}

export async function writeDevice(key: string, value: unknown): Promise<void> {
  await inStore('readwrite', (store) => store.put(value, key))
}

export async function eraseDevice(key: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete(key))
}

/** Opened for each use and closed after it: an open connection would block another tab's clean-up. */
async function inStore<Result>(
  mode: IDBTransactionMode,
  action: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await open()
  try {
    const transaction = database.transaction(STORE, mode, { durability: 'strict' })
    const request = action(transaction.objectStore(STORE))
    // The transaction's end, not the request's: only then is it on the disk.
    await new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('abort', () =>
        reject(transaction.error ?? new Error('Storing was given up')),
      )
    })
    return request.result
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
