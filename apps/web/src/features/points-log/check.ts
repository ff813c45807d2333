import {
  addsUp,
  NOTHING_REMEMBERED,
  UNRECORDED_MAX,
  type Remembered,
} from '@solstice/points-log/member'
import type { RunLogAction } from './log-client.ts'
import type {
  Anchor,
  LogFault,
  LogRecord,
  LogReply,
  PendingPosting,
  VerifiedEntry,
} from './record.ts'
import { spellingOf, type ChainCheckpoint } from './verify.ts'

/** The phone fetches all entries again after this time, because a check of the new ones is cheaper. */
const FROM_START_EVERY_MS = 24 * 60 * 60_000
/** The log may grow between two replies; so often the phone asks again for two of one checkpoint. */
const SAME_CHECKPOINT_ATTEMPTS = 3
const NODE_LAG_MS = 60 * 60_000
/** The log takes seconds; after a day a posting is no longer late but withheld from it. */
const PENDING_MAX_MS = 24 * 60 * 60_000
/** Bounds the contracts that are read in a check. The first ones stay. */
const EARLIER_ANCHORS_MAX = 3
/** Without a valid log there is nothing to compare single entries with. */
const ABOUT_ENTRIES: ReadonlySet<LogFault> = new Set([
  'ENTRY',
  'MISSING',
  'UNRECORDED',
  'BALANCE',
  'REWRITTEN',
])

export type ReadChain = (contract: {
  chainId: number
  address: string
}) => Promise<ChainCheckpoint | undefined>

export type LogCheck = {
  memberId: number
  record: LogRecord | undefined
  now: () => number
  run: RunLogAction
  fetchReply: (query: { after: number; seen: number }) => Promise<LogReply>
  /** Returns undefined if no node responds; the next check reads it again. */
  readChain: ReadChain
  /** Fetches and verifies all entries, not only new ones. */
  isFromStart?: boolean
  onProgress?: (done: number, count: number) => void
}

type Pass =
  | { fault: undefined; record: LogRecord; replies: LogReply[] }
  | { fault: LogFault; replies: LogReply[] }

/**
 * Compares the member's entries with the public log and returns the new state. A fault is reported
 * only if a second check, of all entries, finds it too: a server may restart between two replies.
 */
export async function checkLog(check: LogCheck): Promise<LogRecord> {
  const { record, now } = check
  const isDue = !record || record.checkedFromStartAt + FROM_START_EVERY_MS <= now()
  const isFromStart = check.isFromStart === true || isDue || record.finding !== undefined
  let pass = await checkOnce(check, isFromStart)
  if (pass.fault) pass = await checkOnce(check, true)
  return pass.fault ? recordFinding(check, pass.fault, pass.replies) : pass.record
}

async function recordFinding(
  { memberId, record, run, now }: LogCheck,
  fault: LogFault,
  replies: LogReply[],
): Promise<LogRecord> {
  const known = record?.entries ?? []
  const differences = ABOUT_ENTRIES.has(fault)
    ? await run('compare', { memberId, known, replies })
    : []
  const finding = { at: now(), fault, differences, replies }
  if (record) return { ...record, finding }
  return {
    version: 1,
    verifierKey: '',
    remembered: NOTHING_REMEMBERED,
    entries: [],
    pending: [],
    checkedAt: undefined,
    checkedFromStartAt: 0,
    anchor: undefined,
    earlierAnchors: [],
    finding,
  }
}

async function checkOnce(check: LogCheck, isFromStart: boolean): Promise<Pass> {
  const { memberId, record, run, fetchReply, onProgress, now } = check
  const pinned = record?.verifierKey || undefined
  const known = record?.remembered ?? NOTHING_REMEMBERED
  const { size, root } = known
  let remembered: Remembered = isFromStart ? { ...NOTHING_REMEMBERED, size, root } : known
  const entries: VerifiedEntry[] = isFromStart ? [] : [...(record?.entries ?? [])]
  const replies: LogReply[] = []
  const faultOf = (fault: LogFault): Pass => ({ fault, replies })
  for (;;) {
    const reply = await fetchReply({ after: remembered.count, seen: remembered.size })
    replies.push(reply)
    if (pinned !== undefined && reply.verifierKey !== pinned) return faultOf('KEY')
    const result = await run('verify', { memberId, reply, remembered })
    if (!result.ok) return faultOf(result.fault)
    entries.push(...reply.entries.map((entry) => compact(entry)))
    remembered = result.remembered
    onProgress?.(remembered.count, reply.count)
    if (!result.isLast) continue
    if (remembered.count < known.count) return faultOf('MISSING')
    const archived = archivedIn(replies)
    if (!continuesEntries(record, entries, archived)) return faultOf('ENTRY')
    if (!continuesSums(known, { remembered, entries, archived })) return faultOf('ENTRY')
    const pending = pendingIn(check, reply, { entries, archived })
    if (typeof pending === 'string') return faultOf(pending)
    const anchors = await checkChain(check, reply, remembered)
    if (anchors === 'fault') return faultOf('CHAIN')
    // Without the balances the entries are known to be in the log, but not that they are all.
    const [checkedAt, checkedFromStartAt] = result.hasBalances
      ? [now(), isFromStart ? now() : (record?.checkedFromStartAt ?? 0)]
      : [record?.checkedAt, record?.checkedFromStartAt ?? 0]
    const checked: LogRecord = {
      version: 1,
      verifierKey: reply.verifierKey,
      remembered: { ...remembered, archived: unverified(known, remembered) },
      entries,
      pending,
      checkedAt,
      checkedFromStartAt,
      ...anchors,
      finding: undefined,
    }
    return { fault: undefined, record: checked, replies }
  }
}

function compact(entry: LogReply['entries'][number]): VerifiedEntry {
  const { sequence, transactionId, historyId, kind, at, accounts } = entry
  return { sequence, transactionId, historyId, kind, at, accounts: [...accounts] }
}

/** Returns how many entries are no longer shown because their postings were archived. */
function archivedIn(replies: readonly LogReply[]): number {
  return Math.max(0, ...replies.map(({ archived }) => archived?.count ?? 0))
}

/** Returns whether the entries that the phone verified before are still the same. */
function continuesEntries(
  record: LogRecord | undefined,
  entries: readonly VerifiedEntry[],
  archived: number,
): boolean {
  const shown = new Map(entries.map((entry) => [entry.sequence, entry]))
  return (record?.entries ?? [])
    .filter(({ sequence }) => sequence > archived)
    .every((known) => {
      const entry = shown.get(known.sequence)
      return entry !== undefined && spellingOf(entry) === spellingOf(known)
    })
}

/**
 * Returns whether the entries that the phone verified before still add up to the same. This covers
 * those that were archived since, and those that a log-out removed from the phone.
 */
function continuesSums(
  known: Remembered,
  of: { remembered: Remembered; entries: readonly VerifiedEntry[]; archived: number },
): boolean {
  if (known.count === 0 || of.archived > known.count) return true
  const later = of.entries.filter(({ sequence }) => sequence > known.count)
  return addsUp(known.sums, later, of.remembered.sums)
}

/** Counts the archived entries, without those that the phone verified and whose sums are the same. */
function unverified(known: Remembered, { archived }: Remembered): number {
  return archived > known.count ? archived : Math.min(archived, known.archived)
}

/**
 * Returns the postings that are not recorded yet, or a fault: a posting that was waiting has changed
 * or vanished, or waits for too long.
 */
function pendingIn(
  { record, now }: LogCheck,
  reply: LogReply,
  { entries, archived }: { entries: readonly VerifiedEntry[]; archived: number },
): PendingPosting[] | 'ENTRY' | 'MISSING' | 'UNRECORDED' {
  const known = record?.pending ?? []
  const shown = new Map([...entries, ...reply.unrecorded].map((each) => [each.transactionId, each]))
  const isWhole =
    reply.unrecorded.length < UNRECORDED_MAX && archived <= (record?.remembered.count ?? 0)
  for (const posting of known) {
    const found = shown.get(posting.transactionId)
    if (!found && isWhole) return 'MISSING'
    if (found && spellingOf(found) !== spellingOf(posting)) return 'ENTRY'
  }
  const seenAt = new Map(known.map((posting) => [posting.transactionId, posting.seenAt]))
  const pending = reply.unrecorded.map((posting) => ({
    ...posting,
    seenAt: seenAt.get(posting.transactionId) ?? now(),
  }))
  return pending.some((posting) => posting.seenAt + PENDING_MAX_MS <= now())
    ? 'UNRECORDED'
    : pending
}

/**
 * Reads the root on chain from a node and verifies that the log continues it. Contracts that the phone
 * used before are read too, so that the server cannot point it to another one.
 */
async function checkChain(
  check: LogCheck,
  reply: LogReply,
  remembered: Remembered,
): Promise<Pick<LogRecord, 'anchor' | 'earlierAnchors'> | 'fault'> {
  const { record, readChain, now } = check
  const known = [...(record?.earlierAnchors ?? []), record?.anchor].filter(
    (one) => one !== undefined,
  )
  const read = new Map(known.map((anchor) => [nameOf(anchor), anchor]))
  const given = reply.anchor ?? undefined
  for (const contract of contractsOf(known, given)) {
    const chain = await readChain(contract).catch(() => undefined)
    if (!chain) continue
    const before = read.get(nameOf(contract))
    if (chain.size < (before?.size ?? 1)) {
      // The contract only grows, but a node may lag behind the one that responded before.
      if (before && now() > before.readAt + NODE_LAG_MS) return 'fault'
      continue
    }
    if (chain.size > remembered.size) return 'fault'
    const isContinued = await continuesChain(check, reply, remembered, chain)
    if (isContinued === undefined) continue
    if (!isContinued) return 'fault'
    const since = before?.size === chain.size ? before.since : sinceWhen(given, chain, now())
    read.set(nameOf(contract), { ...contract, size: chain.size, readAt: now(), since })
  }
  const all = Array.from(read.values())
  const anchor = (given && read.get(nameOf(given))) ?? all.at(-1)
  const earlierAnchors = all.filter((one) => one !== anchor).slice(0, EARLIER_ANCHORS_MAX)
  return { anchor, earlierAnchors }
}

/** The contract does not say when it got a root; the server does, for the one that it names. */
function sinceWhen(given: LogReply['anchor'] | undefined, { size }: ChainCheckpoint, now: number) {
  return given?.size === size ? Math.min(now, Date.parse(given.postedAt)) : now
}

type Contract = { chainId: number; address: string }

const nameOf = ({ chainId, address }: Contract) => `${chainId} ${address.toLowerCase()}`

function contractsOf(known: readonly Anchor[], given: Contract | undefined): Contract[] {
  const all = given ? [...known, given] : known
  const byName = new Map(
    all.map((one) => [nameOf(one), { chainId: one.chainId, address: one.address }]),
  )
  return Array.from(byName.values())
}

/** Returns undefined if the log grew during each attempt. */
async function continuesChain(
  { memberId, run, fetchReply }: LogCheck,
  reply: LogReply,
  remembered: Remembered,
  chain: ChainCheckpoint,
): Promise<boolean | undefined> {
  const given = reply.anchor
  if (given?.size === chain.size) {
    return run('continuesChain', { reply, chain, proof: given.consistency })
  }
  const { count, size } = remembered
  let own = reply
  for (let attempt = 0; attempt < SAME_CHECKPOINT_ATTEMPTS; attempt++) {
    const other = await fetchReply({ after: count, seen: chain.size })
    if (other.checkpoint === own.checkpoint) {
      return run('continuesChain', { reply: other, chain, proof: other.consistency?.proof ?? [] })
    }
    own = await fetchReply({ after: count, seen: size })
    const { ok } = await run('verify', { memberId, reply: own, remembered })
    if (!ok) return false
  }
  return undefined
}
