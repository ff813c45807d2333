import { base64 } from '@scure/base'
import { hexToBytes } from '@noble/hashes/utils.js'
import { commitmentTo, compareAccounts, entryBytes, entrySalt, type Hmac } from './entry.ts'
import { equal, leafHash, rootFromInclusion, verifyConsistency, type Sha256 } from './merkle.ts'
import { openCheckpoint, parseVerifierKey, type Checkpoint, type Verify } from './note.ts'

/** The amount of an account, or by how much a posting changed it; an integer as text. */
export type AccountAmount = { asset: string; scope: string; amount: string }

export type MemberPosting = {
  transactionId: number
  historyId: number | null
  kind: string
  at: string
  accounts: readonly AccountAmount[]
}

export type MemberEntry = MemberPosting & {
  index: number
  sequence: number
  proof: readonly string[]
}

/** The next entries of a member as the server returns them. Proofs are base64, against the checkpoint. */
export type MemberPage = {
  checkpoint: string
  verifierKey: string
  /** The last transaction that the checkpoint covers. */
  upTo: number
  key: string | null
  count: number
  entries: readonly MemberEntry[]
  unrecorded: readonly MemberPosting[]
  nextAfter: number | null
  consistency: { size: number; proof: readonly string[] } | null
  /** Null before the last page, or if `unrecorded` is cut off. */
  balances: readonly AccountAmount[] | null
  /** The sums of all postings in the ledger; null whenever the balances are. */
  posted: readonly AccountAmount[] | null
  /** The first entries, whose postings were moved out of the ledger, and what they add up to. */
  archived: { count: number; balances: readonly AccountAmount[] } | null
  anchor: {
    chainId: number
    address: string
    size: number
    root: string
    postedAt: string
    consistency: readonly string[]
  } | null
}

/** The state that a verifier keeps, so that the next page continues the verification. */
export type Remembered = {
  size: number
  /** The root of the checkpoint in base64. */
  root: string
  /** The number of the last verified entry. */
  count: number
  /** How many of the first entries were archived before they could be verified. */
  archived: number
  /** The transaction of the last verified entry. */
  transactionId: number
  /** The sums of the verified entries, by `ASSET scope`. */
  sums: Readonly<Record<string, string>>
}

/**
 * - `SIGNATURE`: the checkpoint is not signed by the key of the log.
 * - `REWRITTEN`: the log does not continue the one that was remembered.
 * - `ENTRY`: a posting differs from its entry in the log.
 * - `MISSING`: an entry of the member is missing.
 * - `UNRECORDED`: a posting is missing in the log although later ones are recorded.
 * - `BALANCE`: the entries do not add up to a balance.
 * - `ANCHOR`: the log does not continue the one whose root is on chain.
 */
export type MemberFault =
  | 'SIGNATURE'
  | 'REWRITTEN'
  | 'ENTRY'
  | 'MISSING'
  | 'UNRECORDED'
  | 'BALANCE'
  | 'ANCHOR'

export type MemberResult =
  | {
      ok: true
      count: number
      isLast: boolean
      /** Whether the amounts were compared with the balances; always, once all postings are recorded. */
      hasBalances: boolean
      checkpoint: Checkpoint
      remembered: Remembered
    }
  | { ok: false; fault: MemberFault; transactionId: number | null }

export type LogCrypto = { sha256: Sha256; hmac: Hmac; verify: Verify }

/** The postings that a page lists as unrecorded at most; balances are compared only with all of them. */
export const UNRECORDED_MAX = 200

export const NOTHING_REMEMBERED: Remembered = {
  size: 0,
  root: '',
  count: 0,
  archived: 0,
  transactionId: 0,
  sums: {},
}

/**
 * Verifies a page: the checkpoint continues the remembered one, the entries continue the verified ones
 * without a gap and are in the log with these amounts, every older posting is recorded, and on the last
 * page the amounts add up to the balances.
 */
export function verifyMember(
  crypto: LogCrypto,
  of: { memberId: number; page: MemberPage; remembered?: Remembered | undefined },
): MemberResult {
  const { memberId, page, remembered = NOTHING_REMEMBERED } = of
  if (!amountsIn(page).every(({ amount }) => isAmount(amount))) return failed('ENTRY')
  const checkpoint = checkpointOf(crypto, page)
  if (!checkpoint) return failed('SIGNATURE')
  if (!continues(crypto, checkpoint, remembered, page)) return failed('REWRITTEN')
  if (page.anchor && !continuesAnchor(crypto, checkpoint, page.anchor)) return failed('ANCHOR')

  let verified = beginningOf(page, remembered)
  for (const entry of page.entries) {
    const isNext = entry.sequence === verified.count + 1
    if (!isNext || entry.transactionId <= verified.transactionId) return failed('MISSING', entry)
    if (!isRecorded(crypto, { memberId, page, checkpoint, entry })) return failed('ENTRY', entry)
    const { sequence: count, transactionId } = entry
    verified = {
      ...verified,
      count,
      transactionId,
      sums: added(verified.sums, entry.accounts),
    }
  }
  const covered = Math.max(page.upTo, verified.transactionId)
  const late = page.unrecorded.find(({ transactionId }) => transactionId <= covered)
  if (late) return failed('UNRECORDED', late)
  const isLast = page.nextAfter === null
  const isEnd = isLast ? verified.count === page.count : page.nextAfter === verified.count
  if (!isEnd || page.count < verified.count || (!isLast && page.entries.length === 0)) {
    return failed('MISSING')
  }
  const totals = [page.balances, page.posted].filter((each) => each !== null)
  const hasBalances = totals.length === 2
  const mayOmit = !isLast || page.unrecorded.length >= UNRECORDED_MAX
  const areEqual = totals.every((each) => addsUp(verified.sums, page.unrecorded, added({}, each)))
  if (!areEqual || (!hasBalances && !mayOmit)) return failed('BALANCE')
  const { size } = checkpoint
  const root = base64.encode(checkpoint.root)
  const { count } = verified
  const result = { ok: true, count, isLast, hasBalances, checkpoint } as const
  return { ...result, remembered: { size, root, ...verified } }
}

function failed(fault: MemberFault, at?: { transactionId: number }): MemberResult {
  return { ok: false, fault, transactionId: at?.transactionId ?? null }
}

function checkpointOf({ sha256, verify }: LogCrypto, page: MemberPage): Checkpoint | undefined {
  const key = parseVerifierKey(sha256, page.verifierKey)
  return key && openCheckpoint(sha256, page.checkpoint, key, verify)
}

function continues(
  { sha256 }: LogCrypto,
  checkpoint: Checkpoint,
  { size, root }: Remembered,
  { consistency }: MemberPage,
): boolean {
  if (size === 0) return true
  const proof = consistency?.size === size ? hashesOf(consistency.proof) : undefined
  const before = bytesOf(root)
  if (!proof || !before) return false
  return verifyConsistency(sha256, { smaller: { size, root: before }, larger: checkpoint, proof })
}

function continuesAnchor(
  { sha256 }: LogCrypto,
  checkpoint: Checkpoint,
  { size, root, consistency }: NonNullable<MemberPage['anchor']>,
): boolean {
  const [anchored, proof] = [bytesOf(root), hashesOf(consistency)]
  if (!anchored || !proof) return false
  return verifyConsistency(sha256, { smaller: { size, root: anchored }, larger: checkpoint, proof })
}

type Verified = Omit<Remembered, 'size' | 'root'>

/** Entries whose postings are archived cannot be opened any more; what they add up to is the start. */
function beginningOf({ archived }: MemberPage, remembered: Remembered): Verified {
  const { count, transactionId, sums } = remembered
  // Postings may have been archived before they had entries, so the count may be 0.
  if (!archived || (archived.count <= count && count > 0)) {
    return { count, archived: remembered.archived, transactionId, sums }
  }
  return {
    count: archived.count,
    archived: archived.count,
    transactionId,
    sums: added({}, archived.balances),
  }
}

/** Computes the entry again from what the server says about the posting, and its root by the proof. */
function isRecorded(
  { sha256, hmac }: LogCrypto,
  of: { memberId: number; page: MemberPage; checkpoint: Checkpoint; entry: MemberEntry },
): boolean {
  const { memberId, page, checkpoint, entry } = of
  const { transactionId, sequence, index, kind } = entry
  const proof = hashesOf(entry.proof)
  const key = keyOf(page.key)
  const at = new Date(entry.at)
  if (!proof || !key || Number.isNaN(at.getTime())) return false
  const accounts = entry.accounts.toSorted(compareAccounts)
  const amounts = accounts.map(({ amount }) => BigInt(amount))
  const salt = entrySalt(hmac, key, transactionId)
  const commitment = commitmentTo(sha256, { memberId, sequence, amounts, salt })
  const leaf = leafHash(sha256, entryBytes({ transactionId, kind, at, accounts, commitment }))
  const root = rootFromInclusion(sha256, { index, size: checkpoint.size, leaf, proof })
  return root !== undefined && equal(root, checkpoint.root)
}

function amountsIn(page: MemberPage): AccountAmount[] {
  const { entries, unrecorded, balances, posted, archived } = page
  const postings = [...entries, ...unrecorded].flatMap(({ accounts }) => accounts)
  return [...postings, ...(balances ?? []), ...(posted ?? []), ...(archived?.balances ?? [])]
}

const isAmount = (text: string) => /^-?\d{1,78}$/.test(text)

function added(
  sums: Readonly<Record<string, string>>,
  accounts: readonly AccountAmount[],
): Record<string, string> {
  const next = { ...sums }
  for (const { asset, scope, amount } of accounts) {
    const name = `${asset} ${scope}`
    next[name] = String(BigInt(next[name] ?? 0) + BigInt(amount))
  }
  return next
}

/**
 * Returns whether sums and the postings after them are the later sums. An account without entries and
 * an account with the balance 0 are the same.
 */
export function addsUp(
  sums: Remembered['sums'],
  postings: readonly Pick<MemberPosting, 'accounts'>[],
  later: Remembered['sums'],
): boolean {
  const expected = postings.reduce((all, { accounts }) => added(all, accounts), { ...sums })
  return [...Object.keys(expected), ...Object.keys(later)].every(
    (name) => BigInt(expected[name] ?? 0) === BigInt(later[name] ?? 0),
  )
}

function keyOf(hex: string | null): Uint8Array | undefined {
  return hex !== null && /^[0-9a-f]{64}$/.test(hex) ? hexToBytes(hex) : undefined
}

function hashesOf(proof: readonly string[]): Uint8Array[] | undefined {
  const hashes = proof.map((text) => bytesOf(text))
  return hashes.every((hash) => hash !== undefined) ? hashes : undefined
}

/** Decodes a hash. */
function bytesOf(text: string): Uint8Array | undefined {
  try {
    const bytes = base64.decode(text)
    return bytes.length === 32 ? bytes : undefined
  } catch {
    return undefined
  }
}
