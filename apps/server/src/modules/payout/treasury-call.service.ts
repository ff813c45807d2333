import {
  claimMany,
  deployDistributor,
  deployLogAnchor,
  deployRelay,
  postCheckpoint,
  postRoot,
  relay,
  type Claim,
  type RelayedSend,
} from '@solstice/contracts/calls'
import { isSameAddress } from '@solstice/rules/address'
import { SECOND_MS } from '@solstice/rules/duration'
import type { ContractKind } from '@solstice/rules/payout'
import { intentDigest } from '@solstice/rules/relay-intent'
import { signerOfDigest } from '#/platform/process/digest-signature.ts'
import type { Db } from '#/platform/process/db.ts'
import type { Payout } from './payout.queries.ts'
import { findCheckpoint, findClaims, findRelayedSend, findRoot } from './treasury-call.queries.ts'

/** A call with its bytes, as the rows describe it. Funding is a plain transfer and not among them. */
export type TreasuryCall =
  | ({ data: `0x${string}` } & (
      | { purpose: 'DEPLOY'; creates: ContractKind }
      | { purpose: 'ROOT'; contract: string; number: number; root: Buffer; total: bigint }
      | { purpose: 'CLAIM'; claims: readonly Claim[] }
      | { purpose: 'ANCHOR'; size: number; root: Buffer }
    ))
  | RelayCall

type UnsignedSend = Omit<RelayedSend, 'intent' | 'permit'> & { chainId: number; relay: string }
/** The signatures of a send that has ended are erased, so that its call cannot be built any more. */
export type RelayCall = { purpose: 'RELAY'; send: UnsignedSend } & (
  | { data: `0x${string}`; intent: Buffer }
  | { data: undefined }
)

/** More claims than any block has room for. */
const MAX_CLAIMS = 500

type CallRow = Pick<
  Payout,
  'id' | 'purpose' | 'chainId' | 'contract' | 'address' | 'creates' | 'subject'
>

/**
 * Builds the call of a payout from the rows that it refers to, for workers and for the signer, which
 * checks it against its journal. Returns undefined if the rows describe no call of this contract.
 */
export async function readTreasuryCall(db: Db, payout: CallRow): Promise<TreasuryCall | undefined> {
  try {
    if (payout.purpose === 'DEPLOY') return deployment(payout)
    if (payout.purpose === 'ROOT') return await rootCall(db, payout)
    if (payout.purpose === 'CLAIM') return await claimCall(db, payout)
    if (payout.purpose === 'RELAY') return await relayCall(db, payout)
    return payout.purpose === 'ANCHOR' ? await anchorCall(db, payout) : undefined
  } catch (error) {
    // The rows contain something that is no address, no hash or no number.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function deployment({ creates, contract }: CallRow): TreasuryCall | undefined {
  const purpose = 'DEPLOY'
  if (creates === 'LOG_ANCHOR' && contract === null) {
    return { purpose, creates, data: deployLogAnchor() }
  }
  if (creates === 'RELAY' && contract === null) return { purpose, creates, data: deployRelay() }
  if (creates !== 'DISTRIBUTOR' || contract === null) return undefined
  return { purpose, creates, data: deployDistributor(contract) }
}

async function rootCall(
  db: Db,
  { subject, chainId, address }: CallRow,
): Promise<TreasuryCall | undefined> {
  const row = subject === null ? undefined : await findRoot(db, subject)
  if (row?.chainId !== chainId || !isSameAddress(row.contract, address)) return undefined
  return { purpose: 'ROOT', ...row, data: postRoot(row.number, row.root) }
}

/**
 * The proofs need not be checked: a claim that the root does not contain fails as a whole, and only the
 * account of a claim receives anything.
 */
async function claimCall(
  db: Db,
  { id, chainId, address }: CallRow,
): Promise<TreasuryCall | undefined> {
  const rows = await findClaims(db, id, MAX_CLAIMS + 1)
  const claims = rows.flatMap(({ proof, ...row }) =>
    proof && row.chainId === chainId && isSameAddress(row.contract, address)
      ? [{ ...row, proof }]
      : [],
  )
  const isComplete = rows.length > 0 && rows.length <= MAX_CLAIMS && claims.length === rows.length
  return isComplete ? { purpose: 'CLAIM', claims, data: claimMany(claims) } : undefined
}

async function anchorCall(db: Db, { subject }: CallRow): Promise<TreasuryCall | undefined> {
  const row = subject === null ? undefined : await findCheckpoint(db, subject)
  if (!row || subject === null) return undefined
  const { root } = row
  return { purpose: 'ANCHOR', size: subject, root, data: postCheckpoint(subject, root) }
}

async function relayCall(
  db: Db,
  { subject, chainId, address }: CallRow,
): Promise<RelayCall | undefined> {
  const row = subject === null ? undefined : await findRelayedSend(db, subject)
  if (row?.chainId !== chainId || !isSameAddress(row.relay, address)) return undefined
  const { intent, permit, ...rest } = row
  const send = { ...rest, deadline: BigInt(row.deadline.getTime() / SECOND_MS) }
  if (!intent || !permit) return { purpose: 'RELAY', send, data: undefined }
  return { purpose: 'RELAY', send, intent, data: relay({ ...send, intent, permit }) }
}

/** Returns whether the owner signed exactly what the row of a send says. */
export function isSignedByOwner(call: RelayCall): boolean {
  if (call.data === undefined) return false
  const signer = signerOfDigest(intentDigest(call.send), call.intent)
  return signer !== undefined && isSameAddress(signer, call.send.owner)
}
