import { DeviceKey, readDevice, writeDevice } from '#/lib/device-database.ts'
import { deviceStorage } from '#/lib/storage.ts'
import { isSameAddress } from './address.ts'
import type { Kept } from './device.ts'

const KEPT_MS = 30 * 24 * 60 * 60_000

const asideKey = (userId: string) => `wallet_set_aside_${userId}`

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
