import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { equal, type Sha256 } from './merkle.ts'

/** An account that a posting changed, such as SEASON_XP of `season:3`; an empty scope is the programme. */
export type LogAccount = { asset: string; scope: string }

/** The public part of a posting that concerns one member. */
export type LogEntry = {
  transactionId: number
  kind: string
  at: Date
  /** Sorted by asset and scope, so that an entry has one spelling. */
  accounts: readonly LogAccount[]
  /** Lower-case hex of `commitmentTo`. */
  commitment: string
}

/** The part that the commitment hides: whose entry it is, which of theirs, and the amounts. */
export type Opening = {
  memberId: number
  /** The member's entries are counted from 1, so that a missing one leaves a gap. */
  sequence: number
  /** One for each account, in the same order. */
  amounts: readonly bigint[]
  salt: Uint8Array
}

export type Hmac = (key: Uint8Array, message: Uint8Array) => Uint8Array

const VERSION = 'solstice-log-entry/1'

/** Returns the text that is hashed as the leaf. No value contains a space or a line break. */
export function entryBytes({
  transactionId,
  kind,
  at,
  accounts,
  commitment,
}: LogEntry): Uint8Array {
  const lines = [
    VERSION,
    String(transactionId),
    kind,
    at.toISOString(),
    ...accounts.map(({ asset, scope }) => `${asset} ${scope}`),
    commitment,
  ]
  return utf8ToBytes(`${lines.join('\n')}\n`)
}

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
const ACCOUNT = /^([A-Z0-9_]+) (\S*)$/

/** Parses a leaf; undefined unless it is exactly what `entryBytes` writes for the entry. */
export function parseEntry(bytes: Uint8Array): LogEntry | undefined {
  const [version, transactionId = '', kind = '', at = '', ...rest] = textOf(bytes).split('\n')
  const commitment = rest.at(-2) ?? ''
  const accounts = rest.slice(0, -2).map((line) => {
    const [, asset = '', scope = ''] = ACCOUNT.exec(line) ?? []
    return { asset, scope }
  })
  const isValid =
    version === VERSION &&
    /^[1-9]\d{0,15}$/.test(transactionId) &&
    /^[A-Z0-9_]+$/.test(kind) &&
    TIME.test(at) &&
    !Number.isNaN(Date.parse(at)) &&
    accounts.length > 0 &&
    /^[0-9a-f]{64}$/.test(commitment)
  if (!isValid) return undefined
  const entry = {
    transactionId: Number(transactionId),
    kind,
    at: new Date(at),
    accounts,
    commitment,
  }
  return isSorted(accounts) && equal(entryBytes(entry), bytes) ? entry : undefined
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return ''
  }
}

/** Compares accounts by the order in which an entry lists them. */
export function compareAccounts(one: LogAccount, two: LogAccount): number {
  const [left, right] = [one, two].map(({ asset, scope }) => `${asset} ${scope}`)
  if (left === undefined || right === undefined || left === right) return 0
  return left < right ? -1 : 1
}

function isSorted(accounts: readonly LogAccount[]): boolean {
  return accounts.every((account, at) => {
    const before = accounts[at - 1]
    return before === undefined || compareAccounts(before, account) < 0
  })
}

/**
 * Derives the salt of an entry from the member's key. Deleting the key makes every salt, and so every
 * commitment, meaningless; that is how an account is erased from a log that cannot forget.
 */
export function entrySalt(hmac: Hmac, memberKey: Uint8Array, transactionId: number): Uint8Array {
  return hmac(memberKey, utf8ToBytes(String(transactionId)))
}

/** Commits to an opening. The salt has a fixed length, so the bytes have one meaning only. */
export function commitmentTo(sha256: Sha256, opening: Opening): string {
  const { memberId, sequence, amounts, salt } = opening
  const value = [memberId, sequence, ...amounts].join('\n')
  return bytesToHex(sha256(concatBytes(salt, utf8ToBytes(value))))
}

/** Encodes an entry bundle: each entry with its length in two bytes, big-endian. */
export function bundleBytes(entries: readonly Uint8Array[]): Uint8Array {
  const parts = entries.flatMap((entry) => {
    if (entry.length > 0xff_ff) throw new RangeError('A log entry is longer than 65,535 bytes')
    return [Uint8Array.of(entry.length >> 8, entry.length & 0xff), entry]
  })
  return concatBytes(...parts)
}

/** Splits an entry bundle; undefined if its last entry is cut off. */
export function entriesInBundle(bytes: Uint8Array): Uint8Array[] | undefined {
  const entries: Uint8Array[] = []
  let at = 0
  while (at < bytes.length) {
    const [high, low] = [bytes[at], bytes[at + 1]]
    if (high === undefined || low === undefined) return undefined
    const end = at + 2 + high * 256 + low
    if (end > bytes.length) return undefined
    entries.push(bytes.slice(at + 2, end))
    at = end
  }
  return entries
}
