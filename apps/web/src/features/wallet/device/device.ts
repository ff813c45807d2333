import { changeDevice, DeviceKey, eraseDevice, readDevice } from '#/lib/device-database.ts'
import type { LocalWallet } from './wallet-decision.ts'

/** The part of the vault's record that is read here; the encrypted fields are not. */
export type StoredWallet = { ethAddress: string; state: LocalWallet['state'] }

function recordIn(kept: unknown): StoredWallet | undefined {
  const record = kept as Partial<StoredWallet> | undefined
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

/** Deletes a member from this device. Their wallet was set aside before and is not erased. */
export async function unlinkDevice(userId: string): Promise<void> {
  await eraseDevice(
    DeviceKey.user(userId),
    DeviceKey.pointsLog(userId),
    DeviceKey.connections(userId),
  )
  // Another member may have logged in meanwhile.
  await changeDevice(DeviceKey.currentUser, (kept) => (kept === userId ? undefined : kept))
}
