import { StorageKey, deviceStorage, keysStartingWith } from './storage.ts'

export const SET_ASIDE_TTL_MS = 30 * 24 * 60 * 60_000

const keyOf = (userId: string) => StorageKey.setAside + userId

/** A sealed wallet that is no longer in the database. */
export type SetAsideCopy<Sealed> = {
  record: Sealed
  /** The passkey of this device, because a forced log-out erases it from the database. */
  passkey?: { credentialId: string; salt: string } | undefined
  /** The server time at which the member first saw the copy. Before that it does not expire. */
  seenAtMs?: number | undefined
}

/**
 * Returns the copies of a member, newest first, and deletes those that expired by the server time.
 * While it is unknown none is deleted, because the device clock may be wrong.
 */
export function readCopies<Sealed>(
  userId: string,
  serverMs: number | undefined,
): SetAsideCopy<Sealed>[] {
  const kept = parse<Sealed>(deviceStorage.getItem(keyOf(userId)))
  const list = kept.filter(({ seenAtMs }) => !hasExpired(seenAtMs, serverMs))
  if (list.length < kept.length) writeCopies(userId, list)
  return list
}

function hasExpired(seenAtMs: number | undefined, serverMs: number | undefined): boolean {
  return seenAtMs !== undefined && serverMs !== undefined && serverMs > seenAtMs + SET_ASIDE_TTL_MS
}

/** Treats a damaged entry as empty, so that it does not hide other copies. */
function parse<Sealed>(text: string | null): SetAsideCopy<Sealed>[] {
  try {
    return JSON.parse(text ?? '[]') as SetAsideCopy<Sealed>[] // As written below.
  } catch {
    return []
  }
}

/** Returns true if the copies can be read back. */
export function writeCopies(userId: string, list: readonly SetAsideCopy<unknown>[]): boolean {
  if (list.length === 0) {
    deviceStorage.removeItem(keyOf(userId))
    return true
  }
  const text = JSON.stringify(list)
  deviceStorage.setItem(keyOf(userId), text)
  return deviceStorage.getItem(keyOf(userId)) === text
}

type Wrapped = { passkeyWraps?: { credentialId: string }[] }

/** Removes a passkey from all copies. Returns true if the copies can be read back. */
export function dropPasskeyOfCopies(userId: string, credentialId: string): boolean {
  const isOther = (each: { credentialId: string }) => each.credentialId !== credentialId
  const list = readCopies<Wrapped>(userId, undefined).map((copy) => ({
    ...copy,
    record: { ...copy.record, passkeyWraps: copy.record.passkeyWraps?.filter(isOther) },
    passkey: copy.passkey && isOther(copy.passkey) ? copy.passkey : undefined,
  }))
  return writeCopies(userId, list)
}

/** Lists the members who have copies on this device. */
export function listCopyOwners(): string[] {
  const { setAside } = StorageKey
  return keysStartingWith(deviceStorage, setAside).map((key) => key.slice(setAside.length))
}
