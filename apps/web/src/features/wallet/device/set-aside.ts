import { isSameAddress } from '#/features/wallet/address.ts'
import { changeDevice, DeviceKey, readDevice } from '#/lib/device-database.ts'
import { noteLinkedAccount, readLinkedAccount } from '#/lib/linked-account.ts'
import { ASIDE_MS, listCopyOwners, readCopies, writeCopies } from '#/lib/set-aside-copies.ts'
import type { SetAsideCopy } from '#/lib/set-aside-copies.ts'
import type { PasskeyRecord } from '#/vault/vault.ts'
import type { Kept } from './device.ts'

export { ASIDE_MS }

type Aside = SetAsideCopy<Kept>

/** A copy that is still on this device, and when it goes. */
export type SetAsideWallet = {
  userId: string
  record: Kept
  passkey: PasskeyRecord | undefined
  untilMs: number | undefined
}

type Setting = {
  nowMs: number
  /** The member asked for it, and so knows until when the copy is kept. */
  isSeen: boolean
}

/**
 * Moves the wallet, still sealed, out of the database. It is only taken away where the copy can be
 * read back: without one it stays where it is.
 */
export async function setWalletAside(userId: string, setting: Setting): Promise<boolean> {
  const passkey = await passkeyOf(userId)
  let isAside = true
  await changeDevice(DeviceKey.wallet(userId), (kept) => {
    if (kept === undefined) return undefined
    isAside = copyAside(userId, { record: kept as Kept, passkey }, setting) // Only moved.
    return isAside ? undefined : kept
  })
  return isAside
}

/** Copies the wallet and leaves it where it is, for a step that may still fail. */
export async function copyWalletAside(userId: string, setting: Setting): Promise<boolean> {
  const record = await readDevice(DeviceKey.wallet(userId))
  if (record === undefined) return true
  return copyAside(userId, { record: record as Kept, passkey: await passkeyOf(userId) }, setting)
}

async function passkeyOf(userId: string): Promise<PasskeyRecord | undefined> {
  return (await readLinkedAccount(userId).catch(() => undefined))?.passkey
}

/** Tells whether the copy can be read back. */
function copyAside(userId: string, copy: Aside, { nowMs, isSeen }: Setting): boolean {
  const others = readCopies<Kept>(userId, nowMs).filter(
    ({ record }) => !isSameAddress(record.ethAddress, copy.record.ethAddress),
  )
  return writeCopies(userId, [{ ...copy, ...(isSeen && { seenAtMs: nowMs }) }, ...others])
}

/** Every copy of a member, newest first. */
export function listSetAside(userId: string, nowMs: number): SetAsideWallet[] {
  return readCopies<Kept>(userId, nowMs).map(({ record, passkey, seenAtMs }) => ({
    userId,
    record,
    passkey,
    untilMs: seenAtMs === undefined ? undefined : seenAtMs + ASIDE_MS,
  }))
}

/** Every copy on this device, whoever it belongs to. */
export function listAllSetAside(nowMs: number): SetAsideWallet[] {
  return listCopyOwners().flatMap((userId) => listSetAside(userId, nowMs))
}

/** The 30 days of a copy begin when the member is shown it. Answers the copies with their ends. */
export function noteSetAsideSeen(userId: string, nowMs: number): SetAsideWallet[] {
  const list = readCopies<Kept>(userId, nowMs)
  if (list.some(({ seenAtMs }) => seenAtMs === undefined)) {
    writeCopies(
      userId,
      list.map((each) => ({ ...each, seenAtMs: each.seenAtMs ?? nowMs })),
    )
  }
  return listSetAside(userId, nowMs)
}

/** A wallet that was set aside: the one the server shows now, or the last where it shows none. */
export function findSetAside(
  userId: string,
  server: string | null,
  nowMs: number,
): Aside | undefined {
  return readCopies<Kept>(userId, nowMs).find(
    ({ record }) => server === null || isSameAddress(record.ethAddress, server),
  )
}

/**
 * Back where it was, with the passkey that opens it. Where the server shows none it has to be
 * registered once more.
 */
export async function takeBackSetAside(
  userId: string,
  server: string | null,
  nowMs: number,
): Promise<void> {
  const aside = findSetAside(userId, server, nowMs)
  if (!aside) return
  const { record, passkey } = aside
  let isBack = false
  await changeDevice(DeviceKey.wallet(userId), (kept) => {
    // What another tab has made or brought meanwhile is not written over.
    if (kept !== undefined) return kept
    isBack = true
    return { ...record, state: server === null ? 'pending' : 'active' }
  })
  if (!isBack) return
  // A passkey that was added since the copy was made is the one in use.
  if (passkey && !(await readLinkedAccount(userId)).passkey) {
    await noteLinkedAccount(userId, { passkey })
  }
  const others = readCopies<Kept>(userId, nowMs).filter(
    (other) => !isSameAddress(other.record.ethAddress, record.ethAddress),
  )
  writeCopies(userId, others)
}
