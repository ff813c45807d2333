import type {
  AccountAmount,
  MemberFault,
  MemberPage,
  MemberPosting,
  Remembered,
} from '@solstice/points-log/member'
import { changeDevice, DeviceKey, readDevice } from '#/lib/device-database.ts'

/** A reply of the server, which is also the evidence if it does not match the log. */
export type LogReply = MemberPage

/** An entry that this phone found in the log. */
export type VerifiedEntry = MemberPosting & { sequence: number }

/**
 * - `KEY`: the log is signed by another key than before.
 * - `CHAIN`: the log does not continue the one whose root the phone read from the chain.
 * - `HISTORY`: the history shows another amount than the log.
 */
export type LogFault = MemberFault | 'KEY' | 'CHAIN' | 'HISTORY'

/** An entry that does not match: as it was recorded, as far as known, and as the server shows it. */
export type Difference = {
  /** Null for a posting that the log does not contain. */
  sequence: number | null
  recorded: MemberPosting | undefined
  shown: MemberPosting | undefined
}

export type Finding = {
  /** When the phone found it, in milliseconds. */
  at: number
  fault: LogFault
  differences: Difference[]
  /** The replies of the server, kept as a proof. */
  replies: LogReply[]
}

/** A contract that has roots of the log, and what the phone read from it. */
export type Anchor = {
  chainId: number
  address: string
  size: number
  readAt: number
  /** Since when the contract has this root, as far as the phone knows. */
  since: number
}

/** A posting that the log did not contain when the phone first saw it. */
export type PendingPosting = MemberPosting & { seenAt: number }

/** The state of the log that this phone verified for one member. */
export type LogRecord = {
  version: 1
  /** The key that signed the first checkpoint; another one is a fault. */
  verifierKey: string
  remembered: Remembered
  /** In the order of their sequence; empty after a log-out. */
  entries: VerifiedEntry[]
  /** Postings that the log does not contain yet. */
  pending: PendingPosting[]
  /** When everything matched last; undefined before the first complete check. */
  checkedAt: number | undefined
  /** When all entries were fetched and verified last. */
  checkedFromStartAt: number
  anchor: Anchor | undefined
  /** Contracts that the server named before; the log has to continue them, too. */
  earlierAnchors: Anchor[]
  finding: Finding | undefined
}

/** Returns undefined if nothing is stored or it comes from a later version of the app. */
export async function readLogRecord(userId: string): Promise<LogRecord | undefined> {
  return recordIn(await readDevice(DeviceKey.pointsLog(userId)))
}

function recordIn(kept: unknown): LogRecord | undefined {
  const record = kept as Partial<LogRecord> | undefined
  // Only this file writes it.
  return record?.version === 1 ? (record as LogRecord) : undefined
}

/** Stores a record; if another tab has verified a larger log meanwhile, only the finding. */
export async function saveLogRecord(userId: string, record: LogRecord): Promise<void> {
  await changeDevice(DeviceKey.pointsLog(userId), (kept) => {
    const known = recordIn(kept)
    const isOlder = known && known.remembered.size > record.remembered.size
    return isOlder ? { ...known, finding: record.finding ?? known.finding } : record
  })
}

/**
 * Removes the member's entries at log-out. The key, the checkpoint and the number of entries stay, so
 * that the log cannot be rewritten until the next log-in; so does a proof that something differed.
 */
export async function forgetLogEntries(userId: string): Promise<void> {
  await changeDevice(DeviceKey.pointsLog(userId), (kept) => {
    const record = recordIn(kept)
    if (!record) return undefined
    return { ...record, entries: [], pending: [], checkedAt: undefined, checkedFromStartAt: 0 }
  })
}

/** Returns the amount of an asset in a posting, in whatever season. */
export function amountOf({ accounts }: { accounts: readonly AccountAmount[] }, asset: string) {
  return accounts
    .filter((account) => account.asset === asset)
    .reduce((sum, { amount }) => sum + Number(amount), 0)
}
