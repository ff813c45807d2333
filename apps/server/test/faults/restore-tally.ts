import type { Backup } from './scenario.ts'

/** Compares the writes that were acknowledged with those in a restored database. */
export type Presence = {
  /** Acknowledged before the point: how many, and how many of them are missing. */
  before: number
  missing: number
  /** Sent after the point: how many, and how many of them are there nevertheless. */
  after: number
  present: number
}

export type RestoreFacts = {
  backups: readonly Backup[]
  /** The writes that were acknowledged between the two backups, and after the second one. */
  betweenBackups: number
  afterBackups: number
  toPoint: Presence & {
    /** Published entries that the restored points log lacks, and those that `verify:log` reports. */
    published: number
    reportedMissing: number
    /** Transactions that the treasury sent after the point, and those of the reconciliation. */
    sent: readonly string[]
    differing: readonly string[]
    /** Whether the treasury stopped itself when payouts were resumed. */
    isFrozen: boolean
    /** Transactions that the treasury sent after the restore. */
    sentAgain: number
  }
  toEnd: Presence & { differing: readonly string[] }
}

/** Returns why a rehearsal failed or proves nothing. */
export function problemsOf(facts: RestoreFacts): string[] {
  const { backups, betweenBackups, afterBackups, toPoint, toEnd } = facts
  const isTaken = (type: string) => backups.some((each) => each.type === type && each.bytes > 0)
  const unnamed = toPoint.sent.filter((hash) => !toPoint.differing.includes(hash))
  const unexpected = toPoint.differing.filter((hash) => !toPoint.sent.includes(hash))
  const checks: [boolean, string][] = [
    [isTaken('full'), 'the full backup is empty'],
    [isTaken('incr'), 'the incremental backup is empty'],
    [betweenBackups > 0, 'nothing was written between the backups'],
    [afterBackups > 0, 'nothing was written between the last backup and the point'],
    [toPoint.after > 0, 'nothing was written after the point'],
    [toPoint.published > 0, 'nothing was published in the points log after the point'],
    [toPoint.sent.length > 0, 'nothing was paid after the point'],
    [toPoint.missing === 0, `${toPoint.missing} writes from before the point are missing`],
    [toPoint.present === 0, `${toPoint.present} writes from after the point are there`],
    [
      toPoint.reportedMissing === toPoint.published,
      `verify:log reports ${toPoint.reportedMissing} missing entries of ${toPoint.published}`,
    ],
    [unnamed.length === 0, `the reconciliation does not name ${unnamed.join(', ')}`],
    [unexpected.length === 0, `the reconciliation also names ${unexpected.join(', ')}`],
    [toPoint.isFrozen, 'the treasury does not notice that the chain is ahead'],
    [toPoint.sentAgain === 0, `${toPoint.sentAgain} payouts were sent after the restore`],
    [toEnd.before > toPoint.before, 'the archive ends at the point'],
    [toEnd.missing === 0, `${toEnd.missing} archived writes are missing`],
    [
      toEnd.differing.length === 0,
      `at the end of the archive, the reconciliation names ${toEnd.differing.join(', ')}`,
    ],
  ]
  return checks.flatMap(([isMet, problem]) => (isMet ? [] : [problem]))
}

/** A write with the times at which it was sent and acknowledged. */
export type TimedWrite = {
  key: string
  transactionId: number | undefined
  sentAt: number
  acknowledgedAt: number | undefined
}

/**
 * Compares writes with the transactions of a restored database by key. Those on their way between `from`
 * and `to`, while the point was determined, may be there or not.
 */
export function presenceOf(
  writes: readonly TimedWrite[],
  found: ReadonlyMap<string, number>,
  { from, to }: { from: number; to: number },
): Presence {
  const before = writes.filter(({ acknowledgedAt }) => (acknowledgedAt ?? Infinity) < from)
  const after = writes.filter(({ sentAt }) => sentAt > to)
  return {
    before: before.length,
    missing: before.filter(({ key, transactionId }) => found.get(key) !== transactionId).length,
    after: after.filter(({ acknowledgedAt }) => acknowledgedAt !== undefined).length,
    present: after.filter(({ key }) => found.has(key)).length,
  }
}
