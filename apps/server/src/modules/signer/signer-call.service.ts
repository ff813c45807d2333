import { isDeepStrictEqual } from 'node:util'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { SECOND_MS } from '@solstice/rules/duration'
import type { ContractKind } from '@solstice/rules/payout'
import {
  isSignedByOwner,
  readTreasuryCall,
  type TreasuryCall,
} from '#/modules/payout/treasury-call.service.ts'
import type { SignerRefusal } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import type { CheckRoot } from './root-check.service.ts'
import type { ContractRecord } from './signer.contracts.ts'
import { payoutId, payoutName, type JournalCall, type JournalEntry } from './signer.entry.ts'
import { findFailedPayouts, type PayoutToSign } from './signer.queries.ts'

/** A call as its rows describe it, before it is checked against the journal. */
export type CallToSign = {
  journaled: JournalCall
  /** Undefined for funding, which is a transfer built from the payout itself. */
  data: `0x${string}` | undefined
  /** The names of payouts to the distributor of a root that failed on chain. */
  failedFundings?: ReadonlySet<string>
  /** The deadline of a relayed send, after which its call would fail. */
  expiresAt?: Date
}

const refused = (why: SignerRefusal['why']): SignerRefusal => ({ kind: 'refused', why })
const hexOf = (bytes: Uint8Array): string => `0x${bytesToHex(bytes)}`

/**
 * Reads the call of a payout. The root of a ROOT is computed from the shares, unless the journal has
 * admitted it for this payout.
 */
export async function readCall(
  db: Db,
  payout: PayoutToSign,
  of: { admitted: JournalCall | undefined; checkRoot: CheckRoot; contracts: ContractRecord },
): Promise<CallToSign | SignerRefusal> {
  if (payout.purpose === 'FUND') return { journaled: { purpose: 'FUND' }, data: undefined }
  const call = await readTreasuryCall(db, payout)
  if (call?.data === undefined) return refused('INVALID')
  const { data } = call
  if (call.purpose === 'ROOT') {
    const journaled = await checkedRoot(payout.chainId, call, of)
    if (journaled === 'checking') return refused('CHECKING')
    if (!journaled) return refused('WRONG_ROOT')
    const place = { chainId: payout.chainId, address: call.contract.toLowerCase() }
    return { journaled, data, failedFundings: await failedFundings(db, of.contracts, place) }
  }
  if (call.purpose === 'DEPLOY') {
    return { journaled: { purpose: 'DEPLOY', creates: call.creates }, data }
  }
  if (call.purpose === 'ANCHOR') {
    return { journaled: { purpose: 'ANCHOR', size: call.size, root: hexOf(call.root) }, data }
  }
  const hash = hexOf(keccak_256(hexToBytes(data.slice(2))))
  if (call.purpose === 'RELAY') {
    // A row that its owner did not sign would only burn the fee.
    if (!isSignedByOwner(call)) return refused('INVALID')
    const expiresAt = new Date(Number(call.send.deadline) * SECOND_MS)
    return { journaled: { purpose: 'RELAY', data: hash }, data, expiresAt }
  }
  return { journaled: { purpose: 'CLAIM', data: hash }, data }
}

/**
 * The journal does not know what became of a transaction. The database may only lower what it counts as
 * funded, so a false report can refuse a root but not admit one.
 */
async function failedFundings(
  db: Db,
  contracts: ContractRecord,
  place: { chainId: number; address: string },
): Promise<ReadonlySet<string>> {
  const failed = await findFailedPayouts(db, contracts.fundingsAt(place).map(payoutId))
  return new Set(failed.map(payoutName))
}

async function checkedRoot(
  chainId: number,
  { contract, number, total, ...row }: Extract<TreasuryCall, { purpose: 'ROOT' }>,
  { admitted, checkRoot }: { admitted: JournalCall | undefined; checkRoot: CheckRoot },
): Promise<JournalCall | 'checking' | undefined> {
  const root = hexOf(row.root)
  const isAdmitted =
    admitted?.purpose === 'ROOT' && admitted.number === number && admitted.root === root
  const facts = isAdmitted ? admitted : await checkRoot({ chainId, contract, number }, root)
  if (facts === 'checking') return facts
  if (facts?.root !== root || facts.total !== total) return undefined
  return { purpose: 'ROOT', number, root, previous: facts.previous, total }
}

function kindCalledBy({ purpose }: JournalCall): ContractKind {
  if (purpose === 'RELAY') return 'RELAY'
  return purpose === 'ANCHOR' ? 'LOG_ANCHOR' : 'DISTRIBUTOR'
}

/** Refuses calls of contracts that this signer did not deploy, and roots that do not follow. */
export function refusedCall(
  contracts: ContractRecord,
  { call, account, chainId, destination, contract }: JournalEntry,
  failed: ReadonlySet<string> = new Set(),
): SignerRefusal | undefined {
  if (!call || call.purpose === 'DEPLOY') return undefined
  const place = { chainId, address: destination }
  const found = contracts.at(place)
  if (found?.kind !== kindCalledBy(call)) return refused('OTHER_CONTRACT')
  // Anyone may claim, but a contract takes everything else from the account that deployed it.
  if (found.account !== account && call.purpose !== 'CLAIM') return refused('OTHER_CONTRACT')
  if (call.purpose === 'FUND') {
    return found.token === contract ? undefined : refused('OTHER_CONTRACT')
  }
  if (call.purpose === 'ANCHOR') {
    const last = contracts.lastCheckpointAt(place)
    const follows = !last || call.size > last.size || isSameCheckpoint(last, call)
    return follows ? undefined : refused('WRONG_ROOT')
  }
  if (call.purpose !== 'ROOT') return undefined
  const last = contracts.lastRootAt(place)
  const isRepeated = last?.number === call.number && last.root === call.root
  const follows = call.number === (last?.number ?? 0) + 1 && call.previous === (last?.root ?? null)
  const isFunded = call.total <= contracts.fundedAt(place, failed)
  return (isRepeated || follows) && isFunded ? undefined : refused('WRONG_ROOT')
}

/** Returns the entry with the token of its distributor, which the row of a payout does not say. */
export function withToken(contracts: ContractRecord, entry: JournalEntry): JournalEntry {
  const isOfDistributor = entry.call?.purpose === 'ROOT' || entry.call?.purpose === 'CLAIM'
  const found = isOfDistributor ? contracts.at({ ...entry, address: entry.destination }) : undefined
  return { ...entry, contract: found?.token ?? entry.contract }
}

const isSameCheckpoint = (
  one: { size: number; root: string },
  two: { size: number; root: string },
): boolean => one.size === two.size && one.root === two.root

/**
 * Returns whether a call differs from the first request. The proofs of claims that are not signed yet
 * may change, because another root may be posted meanwhile.
 */
export function isChangedCall(before: JournalEntry, now: JournalEntry): boolean {
  if (before.call?.purpose === 'CLAIM' && now.call?.purpose === 'CLAIM') {
    return before.nonce !== null && before.call.data !== now.call.data
  }
  return !isDeepStrictEqual(before.call, now.call)
}
