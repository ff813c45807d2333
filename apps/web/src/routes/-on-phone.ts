import { DeviceKey, listDevice } from '#/lib/device-database.ts'
import { StorageKey, deviceStorage, keysStartingWith } from '#/lib/storage.ts'

/** The wallets that the log-in screen offers to open. */
export type OnPhone = {
  /** The member who was last signed in, if their wallet is here. */
  owner: string | undefined
  hasSetAside: boolean
  /** Any wallet or copy, whoever it belongs to. */
  hasAny: boolean
}

export async function findOnPhone(serverMs: number | undefined): Promise<OnPhone> {
  // A browser that refuses the database may still hold copies.
  const kept = await listDevice().catch(() => new Map<IDBValidKey, unknown>())
  const last = kept.get(DeviceKey.currentUser)
  const hasSetAside = await hasCopies(serverMs)
  const hasWallet = [...kept.keys()].some(
    (key) => typeof key === 'string' && key.startsWith(DeviceKey.wallet('')),
  )
  return {
    owner: typeof last === 'string' && kept.has(DeviceKey.wallet(last)) ? last : undefined,
    hasSetAside,
    hasAny: hasSetAside || hasWallet,
  }
}

async function hasCopies(serverMs: number | undefined): Promise<boolean> {
  if (keysStartingWith(deviceStorage, StorageKey.setAside).length === 0) return false
  const { listCopyOwners, readCopies } = await import('#/lib/set-aside-copies.ts')
  // A damaged copy without an address is kept, but nothing of it can be shown.
  return listCopyOwners().some((userId) =>
    readCopies<{ ethAddress?: string }>(userId, serverMs).some(({ record }) => record.ethAddress),
  )
}
