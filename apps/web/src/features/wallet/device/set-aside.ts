import { isSameAddress } from '#/features/wallet/address.ts'
import { changeDevice, DeviceKey } from '#/lib/device-database.ts'
import { deviceStorage } from '#/lib/storage.ts'
import type { Kept } from './device.ts'

const KEPT_MS = 30 * 24 * 60 * 60_000

const asideKey = (userId: string) => `wallet_set_aside_${userId}`

type Aside = { record: Kept; untilMs: number }

/**
 * Moves the wallet, still sealed, out of the database for 30 days. It is only taken away where the
 * copy can be read back: without one it stays where it is.
 */
export async function setWalletAside(userId: string, nowMs: number): Promise<boolean> {
  let isAside = true
  await changeDevice(DeviceKey.wallet(userId), (kept) => {
    if (kept === undefined) return undefined
    isAside = copyAside(userId, kept as Kept, nowMs) // Only moved.
    return isAside ? undefined : kept
  })
  return isAside
}

/** Tells whether the copy can be read back. */
function copyAside(userId: string, record: Kept, nowMs: number): boolean {
  const others = readAside(userId, nowMs).filter(
    (other) => !isSameAddress(other.record.ethAddress, record.ethAddress),
  )
  const text = JSON.stringify([{ record, untilMs: nowMs + KEPT_MS }, ...others])
  deviceStorage.setItem(asideKey(userId), text)
  return deviceStorage.getItem(asideKey(userId)) === text
}

/** What was set aside and is not too old, newest first. */
function readAside(userId: string, nowMs: number): Aside[] {
  const text = deviceStorage.getItem(asideKey(userId))
  if (text === null) return []
  const list = (JSON.parse(text) as Aside[]).filter(({ untilMs }) => nowMs <= untilMs) // As written above.
  if (list.length === 0) deviceStorage.removeItem(asideKey(userId))
  return list
}

/** A wallet that was set aside: the one the server shows now, or the last where it shows none. */
export function findSetAside(
  userId: string,
  server: string | null,
  nowMs: number,
): Kept | undefined {
  return readAside(userId, nowMs).find(
    ({ record }) => server === null || isSameAddress(record.ethAddress, server),
  )?.record
}

/** Back where it was; where the server shows none it has to be registered once more. */
export async function takeBackSetAside(
  userId: string,
  server: string | null,
  nowMs: number,
): Promise<void> {
  const record = findSetAside(userId, server, nowMs)
  if (!record) return
  let isBack = false
  await changeDevice(DeviceKey.wallet(userId), (kept) => {
    // What another tab has made or brought meanwhile is not written over.
    if (kept !== undefined) return kept
    isBack = true
    return { ...record, state: server === null ? 'pending' : 'active' }
  })
  if (!isBack) return
  const others = readAside(userId, nowMs).filter(
    (other) => !isSameAddress(other.record.ethAddress, record.ethAddress),
  )
  if (others.length === 0) deviceStorage.removeItem(asideKey(userId))
  else deviceStorage.setItem(asideKey(userId), JSON.stringify(others))
}
