import { hexToBytes } from '@noble/hashes/utils.js'
import {
  NOTHING_REMEMBERED,
  verifyMember,
  type LogCrypto,
  type MemberPosting,
  type MemberResult,
  type Remembered,
} from '@solstice/points-log/member'
import type { Difference, LogReply, VerifiedEntry } from './record.ts'

/** A checkpoint as it stands on chain; the root is hexadecimal. */
export type ChainCheckpoint = { size: number; root: string }

/** The inputs and outputs of the worker's actions. */
export type LogActions = {
  verify: {
    input: { memberId: number; reply: LogReply; remembered: Remembered }
    output: MemberResult
  }
  /** Compares each entry of the member, after a check has failed. */
  compare: {
    input: { memberId: number; known: readonly VerifiedEntry[]; replies: readonly LogReply[] }
    output: Difference[]
  }
  /** Returns whether the checkpoint of a reply continues the one on chain. */
  continuesChain: {
    input: { reply: LogReply; chain: ChainCheckpoint; proof: readonly string[] }
    output: boolean
  }
}

export type LogAction = keyof LogActions

export function logActions(crypto: LogCrypto): {
  [Action in LogAction]: (input: LogActions[Action]['input']) => LogActions[Action]['output']
} {
  return {
    verify: ({ memberId, reply, remembered }) =>
      verifyMember(crypto, { memberId, page: reply, remembered }),
    compare: (input) => differencesIn(crypto, input),
    continuesChain: ({ reply, chain, proof }) => continuesChain(crypto, reply, chain, proof),
  }
}

/** Treats the checkpoint on chain as one that the phone has seen. */
function continuesChain(
  crypto: LogCrypto,
  reply: LogReply,
  { size, root }: ChainCheckpoint,
  proof: readonly string[],
): boolean {
  if (!/^0x[0-9a-f]{64}$/i.test(root)) return false
  const bytes = hexToBytes(root.slice(2))
  const remembered = { ...NOTHING_REMEMBERED, size, root: btoa(String.fromCharCode(...bytes)) }
  const page = { ...withoutEntries(reply), consistency: { size, proof } }
  return verifyMember(crypto, { memberId: 0, page, remembered }).ok
}

/** Returns a reply that contains nothing but its checkpoint. */
function withoutEntries(reply: LogReply): LogReply {
  return {
    ...reply,
    count: 0,
    entries: [],
    nextAfter: null,
    unrecorded: [],
    balances: [],
    posted: [],
    archived: null,
    anchor: null,
  }
}

/**
 * Names the entries that differ: changed ones by their proof or by what this phone verified before,
 * missing ones by their sequence, and postings that the log should contain.
 */
function differencesIn(
  crypto: LogCrypto,
  { memberId, known, replies }: LogActions['compare']['input'],
): Difference[] {
  const [first] = replies
  const last = replies.at(-1)
  if (!first || !last) return []
  const bySequence = new Map(known.map((entry) => [entry.sequence, entry]))
  const shown = new Map(
    replies.flatMap((reply) => reply.entries.map((entry) => [entry.sequence, { entry, reply }])),
  )
  const archived = first.archived?.count ?? 0
  const count = Math.max(last.count, known.at(-1)?.sequence ?? 0)
  const differences: Difference[] = []
  for (let sequence = archived + 1; sequence <= count; sequence++) {
    const recorded = bySequence.get(sequence)
    const { entry, reply } = shown.get(sequence) ?? {}
    if (entry && reply && isInLog(crypto, memberId, reply, entry) && isSame(recorded, entry))
      continue
    const posting = entry && entry.accounts.length > 0 ? postingOf(entry) : undefined
    differences.push({ sequence, recorded: recorded && postingOf(recorded), shown: posting })
  }
  const added = last.unrecorded.filter(({ transactionId }) => transactionId <= last.upTo)
  return [
    ...differences,
    ...added.map((posting) => ({ sequence: null, recorded: undefined, shown: posting })),
  ]
}

/** Verifies one entry apart from those before it. */
function isInLog(
  crypto: LogCrypto,
  memberId: number,
  reply: LogReply,
  entry: LogReply['entries'][number],
): boolean {
  const { sequence } = entry
  const remembered = { ...NOTHING_REMEMBERED, count: sequence - 1 }
  const [balances, posted] = [entry.accounts, entry.accounts]
  const page = { ...withoutEntries(reply), entries: [entry], count: sequence, balances, posted }
  return verifyMember(crypto, { memberId, page, remembered }).ok
}

/** A log may repeat a sequence with other amounts, which its proofs do not reveal. */
function isSame(recorded: VerifiedEntry | undefined, shown: MemberPosting): boolean {
  return recorded === undefined || spellingOf(recorded) === spellingOf(shown)
}

/** Returns what an entry says, without the fields that the log does not contain. */
export function spellingOf({ transactionId, kind, at, accounts }: MemberPosting): string {
  const amounts = accounts.map(({ asset, scope, amount }) => `${asset} ${scope} ${amount}`)
  return [transactionId, kind, Date.parse(at), ...amounts.toSorted()].join('\n')
}

function postingOf(entry: MemberPosting): MemberPosting {
  const { transactionId, historyId, kind, at, accounts } = entry
  return { transactionId, historyId, kind, at, accounts }
}
