import { isSameAddress } from '#/features/wallet/address.ts'
import { changeDevice, DeviceKey, readDevice } from '#/lib/device-database.ts'
import { noteLinkedAccount, readLinkedAccount } from '#/lib/linked-account.ts'
import { ASIDE_MS, listCopyOwners, readCopies, writeCopies } from '#/lib/set-aside-copies.ts'
import type { SetAsideCopy } from '#/lib/set-aside-copies.ts'
import { factsOf } from '#/vault/vault.ts'
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

/**
 * Moves the wallet, still sealed, out of the database. It is only taken away where the copy can be
 * read back: without one it stays where it is. A member who asked for it has seen the copy.
 */
export async function setWalletAside(userId: string, seenAtMs?: number): Promise<boolean> {
  const passkey = await passkeyOf(userId)
  let isAside = true
  await changeDevice(DeviceKey.wallet(userId), (kept) => {
    if (kept === undefined || kept === null) return undefined
    isAside = copyAside(userId, { record: kept as Kept, passkey, seenAtMs }) // Only moved.
    return isAside ? undefined : kept
  })
  return isAside
}

/** Copies the wallet and leaves it where it is, for a step that may still fail. */
export async function copyWalletAside(userId: string, seenAtMs?: number): Promise<boolean> {
  const record = await readDevice(DeviceKey.wallet(userId))
  if (record === undefined) return true
  const passkey = await passkeyOf(userId)
  return copyAside(userId, { record: record as Kept, passkey, seenAtMs })
}

async function passkeyOf(userId: string): Promise<PasskeyRecord | undefined> {
  return (await readLinkedAccount(userId).catch(() => undefined))?.passkey
}

/** Tells whether the copy can be read back. It never takes the place of one that opens, or has the phrase, if it does not. */
function copyAside(userId: string, copy: Aside): boolean {
  const { ethAddress } = copy.record
  const facts = factsOf(copy.record)
  const isMore = (record: Kept) => {
    const kept = factsOf(record)
    return kept !== undefined && (!facts || (kept.hasPhrase && !facts.hasPhrase))
  }
  const others = readCopies<Kept>(userId, undefined).filter(
    ({ record }) => !isSameAddress(record.ethAddress, ethAddress) || isMore(record),
  )
  const isSecond = indexOf(others, ethAddress) >= 0
  return writeCopies(userId, isSecond ? [...others, copy] : [copy, ...others])
}

/** One copy of each wallet of a member, newest first. A damaged one may not say whose it is. */
export function listSetAside(userId: string, serverMs: number | undefined): SetAsideWallet[] {
  return readCopies<Kept>(userId, serverMs)
    .filter(({ record }, at, list) => indexOf(list, record.ethAddress) === at)
    .map(({ record, passkey, seenAtMs }) => ({
      userId,
      record,
      passkey,
      untilMs: seenAtMs === undefined ? undefined : seenAtMs + ASIDE_MS,
    }))
}

/** Every copy on this device, whoever it belongs to. */
export function listAllSetAside(serverMs: number | undefined): SetAsideWallet[] {
  return listCopyOwners().flatMap((userId) => listSetAside(userId, serverMs))
}

/** The 30 days of a copy begin when the member is shown it. Returns the copies with their ends. */
export function noteSetAsideSeen(
  shown: readonly SetAsideWallet[],
  serverMs: number | undefined,
): SetAsideWallet[] {
  return shown.map((wallet) => {
    if (serverMs === undefined || wallet.untilMs !== undefined) return wallet
    const { userId, record } = wallet
    const list = readCopies<Kept>(userId, serverMs)
    const at = indexOf(list, record.ethAddress)
    const isNoted = writeCopies(
      userId,
      list.map((each, index) => (index === at ? { ...each, seenAtMs: serverMs } : each)),
    )
    return isNoted ? { ...wallet, untilMs: serverMs + ASIDE_MS } : wallet
  })
}

function indexOf(list: readonly Aside[], address: string): number {
  return list.findIndex(({ record }) => isSameAddress(record.ethAddress, address))
}

/** A wallet that was set aside: the one the server shows now, or the last where it shows none. */
export function findSetAside(
  userId: string,
  server: string | null,
  serverMs: number | undefined,
): Aside | undefined {
  return readCopies<Kept>(userId, serverMs).find(({ record }) =>
    isSameAddress(record.ethAddress, server ?? record.ethAddress),
  )
}

/**
 * Back where it was, with the passkey that opens it. Where the server shows none it has to be
 * registered once more.
 */
export async function takeBackSetAside(
  userId: string,
  server: string | null,
  serverMs: number | undefined,
): Promise<void> {
  const aside = findSetAside(userId, server, serverMs)
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
  const list = readCopies<Kept>(userId, serverMs)
  const taken = indexOf(list, record.ethAddress)
  writeCopies(
    userId,
    list.filter((_, at) => at !== taken),
  )
}
