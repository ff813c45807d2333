import { changeDevice, DeviceKey, eraseDevice, readDevice } from '#/lib/device-database.ts'
import type { LocalWallet } from './wallet-decision.ts'

/** As much of the vault's record as is looked at here; what is sealed in it stays sealed. */
export type Kept = { ethAddress: string; state: LocalWallet['state'] }

function recordIn(kept: unknown): Kept | undefined {
  const record = kept as Partial<Kept> | undefined
  if (typeof record?.ethAddress !== 'string') return undefined
  return { ...record, ethAddress: record.ethAddress, state: record.state ?? 'active' }
}

export async function findLocalWallet(userId: string): Promise<LocalWallet | undefined> {
  const record = recordIn(await readDevice(DeviceKey.wallet(userId)))
  return record && { address: record.ethAddress, state: record.state }
}

export function activateWallet(userId: string): Promise<void> {
  return changeDevice(DeviceKey.wallet(userId), (kept) => {
    const record = recordIn(kept)
    return record ? { ...record, state: 'active' } : kept
  })
}

/** Forgets a member on this device. Their wallet is not erased: it is set aside before. */
export async function unlinkDevice(userId: string): Promise<void> {
  await eraseDevice(DeviceKey.user(userId))
  // Somebody else may have logged in meanwhile.
  await changeDevice(DeviceKey.currentUser, (kept) => (kept === userId ? undefined : kept))
}
