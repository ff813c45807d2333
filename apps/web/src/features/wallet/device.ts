import { DeviceKey, eraseDevice, readDevice, writeDevice } from '#/lib/device-database.ts'
import type { LocalWallet } from './truth.ts'

/** As much of the vault's record as is looked at here; what is sealed in it stays sealed. */
export type Kept = { ethAddress: string; state: LocalWallet['state'] }

async function readRecord(userId: string): Promise<Kept | undefined> {
  const record = (await readDevice(DeviceKey.wallet(userId))) as Partial<Kept> | undefined
  if (typeof record?.ethAddress !== 'string') return undefined
  return { ...record, ethAddress: record.ethAddress, state: record.state ?? 'active' }
}

export async function findLocalWallet(userId: string): Promise<LocalWallet | undefined> {
  const record = await readRecord(userId)
  return record && { address: record.ethAddress, state: record.state }
}

export async function activateWallet(userId: string): Promise<void> {
  const record = await readRecord(userId)
  if (record) await writeDevice(DeviceKey.wallet(userId), { ...record, state: 'active' })
}

/** Everything of a member on this device but what was set aside. */
export async function wipeDevice(userId: string): Promise<void> {
  await eraseDevice(DeviceKey.wallet(userId))
  await eraseDevice(DeviceKey.user(userId))
  await eraseDevice(DeviceKey.currentUser)
}
