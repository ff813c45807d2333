import { DeviceKey, listDevice } from '#/lib/device-database.ts'
import { StorageKey, deviceStorage, keysStartingWith } from '#/lib/storage.ts'

/** The wallets that the log-in screen offers to open. */
export type DeviceWallets = {
  /** The member who was signed in last, if their wallet is on this device. */
  owner: string | undefined
  hasSetAside: boolean
  /** True if there is any wallet or copy, of any member. */
  hasAny: boolean
}

export async function findDeviceWallets(serverMs: number | undefined): Promise<DeviceWallets> {
  // A browser that refuses the database may still have copies.
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
  // A damaged copy without an address is kept but cannot be shown.
  return listCopyOwners().some((userId) =>
    readCopies<{ ethAddress?: string }>(userId, serverMs).some(({ record }) => record.ethAddress),
  )
}
