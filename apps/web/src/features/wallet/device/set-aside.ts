import { isSameAddress } from '#/features/wallet/address.ts'
import { changeDevice, DeviceKey, readDevice } from '#/lib/device-database.ts'
import { noteLinkedAccount, readLinkedAccount } from '#/lib/linked-account.ts'
import {
  SET_ASIDE_TTL_MS,
  listCopyOwners,
  readCopies,
  writeCopies,
} from '#/lib/set-aside-copies.ts'
import type { SetAsideCopy } from '#/lib/set-aside-copies.ts'
import { factsOf } from '#/vault/vault.ts'
import type { PasskeyRecord } from '#/vault/vault.ts'
import type { StoredWallet } from './device.ts'

export { SET_ASIDE_TTL_MS }

type Aside = SetAsideCopy<StoredWallet>

/** A copy on this device and its expiry. */
export type SetAsideWallet = {
  userId: string
  record: StoredWallet
  passkey: PasskeyRecord | undefined
  untilMs: number | undefined
}

/**
 * Moves the sealed wallet out of the database. It is removed only if the copy can be read back. A
 * member who requested this counts as having seen the copy.
 */
export async function setWalletAside(userId: string, seenAtMs?: number): Promise<boolean> {
  const passkey = await passkeyOf(userId)
  let isAside = true
  await changeDevice(DeviceKey.wallet(userId), (kept) => {
    if (kept === undefined || kept === null) return undefined
    isAside = copyAside(userId, { record: kept as StoredWallet, passkey, seenAtMs }) // Moved without being read.
    return isAside ? undefined : kept
  })
  // The connected sites know the address of this wallet.
  if (isAside) await changeDevice(DeviceKey.connections(userId), () => undefined)
  return isAside
}

/** Copies the wallet and leaves it in place, for a step that may still fail. */
export async function copyWalletAside(userId: string, seenAtMs?: number): Promise<boolean> {
  const record = await readDevice(DeviceKey.wallet(userId))
  if (record === undefined) return true
  const passkey = await passkeyOf(userId)
  return copyAside(userId, { record: record as StoredWallet, passkey, seenAtMs })
}

async function passkeyOf(userId: string): Promise<PasskeyRecord | undefined> {
  return (await readLinkedAccount(userId).catch(() => undefined))?.passkey
}

/**
 * Returns true if the copy can be read back. A copy never replaces a better one that is readable or
 * has the phrase.
 */
function copyAside(userId: string, copy: Aside): boolean {
  const { ethAddress } = copy.record
  const facts = factsOf(copy.record)
  const isBetter = (record: StoredWallet) => {
    const kept = factsOf(record)
    return kept !== undefined && (!facts || (kept.hasPhrase && !facts.hasPhrase))
  }
  const others = readCopies<StoredWallet>(userId, undefined).filter(
    ({ record }) => !isSameAddress(record.ethAddress, ethAddress) || isBetter(record),
  )
  const hasBetterCopy = indexOf(others, ethAddress) >= 0
  return writeCopies(userId, hasBetterCopy ? [...others, copy] : [copy, ...others])
}

/**
 * Lists one copy of each wallet of a member, newest first. A damaged copy without an address is
 * omitted.
 */
export function listSetAside(userId: string, serverMs: number | undefined): SetAsideWallet[] {
  return readCopies<StoredWallet>(userId, serverMs)
    .filter(({ record }, at, list) => indexOf(list, record.ethAddress) === at)
    .map(({ record, passkey, seenAtMs }) => ({
      userId,
      record,
      passkey,
      untilMs: seenAtMs === undefined ? undefined : seenAtMs + SET_ASIDE_TTL_MS,
    }))
}

/** Lists every copy on this device, for all members. */
export function listAllSetAside(serverMs: number | undefined): SetAsideWallet[] {
  return listCopyOwners().flatMap((userId) => listSetAside(userId, serverMs))
}

/**
 * Starts the 30 days of each copy when the member first sees it. Returns the copies with their
 * expiry.
 */
export function noteSetAsideSeen(
  shown: readonly SetAsideWallet[],
  serverMs: number | undefined,
): SetAsideWallet[] {
  return shown.map((wallet) => {
    if (serverMs === undefined || wallet.untilMs !== undefined) return wallet
    const { userId, record } = wallet
    const list = readCopies<StoredWallet>(userId, serverMs)
    const at = indexOf(list, record.ethAddress)
    const isNoted = writeCopies(
      userId,
      list.map((each, index) => (index === at ? { ...each, seenAtMs: serverMs } : each)),
    )
    return isNoted ? { ...wallet, untilMs: serverMs + SET_ASIDE_TTL_MS } : wallet
  })
}

function indexOf(list: readonly Aside[], address: string): number {
  return list.findIndex(({ record }) => isSameAddress(record.ethAddress, address))
}

/** Finds the copy of the wallet that the server reports, or the latest copy if it reports none. */
export function findSetAside(
  userId: string,
  server: string | null,
  serverMs: number | undefined,
): Aside | undefined {
  return readCopies<StoredWallet>(userId, serverMs).find(({ record }) =>
    isSameAddress(record.ethAddress, server ?? record.ethAddress),
  )
}

/**
 * Restores a copy with its passkey. It has to be registered again if the server reports no wallet.
 */
export async function restoreSetAside(
  userId: string,
  server: string | null,
  serverMs: number | undefined,
): Promise<void> {
  const aside = findSetAside(userId, server, serverMs)
  if (!aside) return
  const { record, passkey } = aside
  let isBack = false
  await changeDevice(DeviceKey.wallet(userId), (kept) => {
    // Do not overwrite a wallet that another tab has created or imported meanwhile.
    if (kept !== undefined) return kept
    isBack = true
    return { ...record, state: server === null ? 'pending' : 'active' }
  })
  if (!isBack) return
  // A passkey that was added after the copy was made stays in use.
  if (passkey && !(await readLinkedAccount(userId)).passkey) {
    await noteLinkedAccount(userId, { passkey })
  }
  const list = readCopies<StoredWallet>(userId, serverMs)
  const taken = indexOf(list, record.ethAddress)
  writeCopies(
    userId,
    list.filter((_, at) => at !== taken),
  )
}
