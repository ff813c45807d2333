import { DeviceKey, eraseDevice, readDevice, writeDevice } from '#/lib/device-database.ts'
import { deviceStorage } from '#/lib/storage.ts'
import { isSameAddress } from './address.ts'
import type { LocalWallet } from './truth.ts'

const KEPT_MS = 30 * 24 * 60 * 60_000

const asideKey = (userId: string) => `wallet_set_aside_${userId}`

/** As much of the vault's record as is looked at here; what is sealed in it stays sealed. */
type Kept = { ethAddress: string; state: LocalWallet['state'] }

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

/** Before a forced wipe: the record, still sealed, outside the database, for 30 days. */
export async function setWalletAside(userId: string, nowMs: number): Promise<void> {
  const record = await readDevice(DeviceKey.wallet(userId))
  if (record === undefined) return
  deviceStorage.setItem(asideKey(userId), JSON.stringify({ record, untilMs: nowMs + KEPT_MS }))
}

/** The wallet that was set aside, if it is the one the server shows now. */
export function findSetAside(userId: string, address: string, nowMs: number): Kept | undefined {
  const text = deviceStorage.getItem(asideKey(userId))
  if (text === null) return undefined
  const { record, untilMs } = JSON.parse(text) as { record: Kept; untilMs: number } // Written above.
  if (nowMs > untilMs) {
    deviceStorage.removeItem(asideKey(userId))
    return undefined
  }
  return isSameAddress(record.ethAddress, address) ? record : undefined
}

export async function takeBackSetAside(
  userId: string,
  address: string,
  nowMs: number,
): Promise<void> {
  const record = findSetAside(userId, address, nowMs)
  if (!record) return
  await writeDevice(DeviceKey.wallet(userId), { ...record, state: 'active' })
  deviceStorage.removeItem(asideKey(userId))
}
