import { amountOf, type Difference, type LogFault, type LogRecord } from './record.ts'

/** `late`: the log should contain the entry by now, but appending is behind. */
export type RecordState = 'recorded' | 'pending' | 'late'

/** The mark of a new entry promises that it is in the log by then. */
const RECORDED_WITHIN_MS = 60 * 60_000

/** Finds an entry by its history entry or, as the list of tickets does, by its transaction. */
export type EntryName = { historyId: number } | { transactionId: number }

/** Returns a function for the state of an entry; undefined for one that the ledger does not contain. */
export function recordStates(
  record: LogRecord | undefined,
  nowMs: number,
): (name: EntryName) => RecordState | undefined {
  const states = new Map<string, RecordState>()
  const note = (of: { historyId: number | null; transactionId: number }, state: RecordState) => {
    if (of.historyId !== null) states.set(`history ${of.historyId}`, state)
    states.set(`transaction ${of.transactionId}`, state)
  }
  for (const posting of record?.pending ?? []) {
    const isLate = nowMs - Date.parse(posting.at) > RECORDED_WITHIN_MS
    note(posting, isLate ? 'late' : 'pending')
  }
  for (const entry of record?.entries ?? []) note(entry, 'recorded')
  for (const { recorded, shown } of record?.finding?.differences ?? []) {
    const posting = recorded ?? shown
    if (!posting) continue
    states.delete(`history ${posting.historyId}`)
    states.delete(`transaction ${posting.transactionId}`)
  }
  return (name) =>
    states.get(
      'historyId' in name ? `history ${name.historyId}` : `transaction ${name.transactionId}`,
    )
}

/** The part of an entry that a screen shows and the log has too. */
export type ShownEntry = EntryName & { xp?: number; tickets?: number }

/** Returns the entries that a screen shows with other amounts than the log. */
export function shownDifferences(
  record: LogRecord | undefined,
  shown: readonly ShownEntry[],
): Difference[] {
  const entries = record?.entries ?? []
  const byHistory = Map.groupBy(entries, ({ historyId }) => historyId)
  const byTransaction = new Map(entries.map((entry) => [entry.transactionId, entry]))
  return shown.flatMap((given) => {
    const found =
      'historyId' in given
        ? byHistory.get(given.historyId)
        : [byTransaction.get(given.transactionId)]
    // A purchase and its reversal are two postings of one history entry, which shows only their end.
    const recorded = found?.length === 1 ? found[0] : undefined
    if (!recorded) return []
    const { xp = amountOf(recorded, 'XP'), tickets = amountOf(recorded, 'TICKET') } = given
    const isSame = xp === amountOf(recorded, 'XP') && tickets === amountOf(recorded, 'TICKET')
    if (isSame) return []
    const shownAccounts = [
      { asset: 'XP', scope: '', amount: String(xp) },
      { asset: 'TICKET', scope: '', amount: String(tickets) },
    ].filter(({ amount }) => amount !== '0')
    const others = recorded.accounts.filter(({ asset }) => asset !== 'XP' && asset !== 'TICKET')
    const accounts = [...shownAccounts, ...others]
    return [{ sequence: recorded.sequence, recorded, shown: { ...recorded, accounts } }]
  })
}

export type Warning = { fault: LogFault; at: number; differences: readonly Difference[] }

/** Returns what the member must be warned of: a fault of the log, or of what the screen shows. */
export function warningOf(
  record: LogRecord | undefined,
  shown: readonly Difference[],
): Warning | undefined {
  const finding = record?.finding
  if (!finding && shown.length === 0) return undefined
  const known = new Set(finding?.differences.map(({ recorded }) => recorded?.transactionId))
  const more = shown.filter(({ recorded }) => !known.has(recorded?.transactionId))
  return {
    fault: finding?.fault ?? 'HISTORY',
    at: finding?.at ?? record?.checkedAt ?? 0,
    differences: [...(finding?.differences ?? []), ...more],
  }
}
