import { normaliseAddress, type Address } from '@solstice/rules/address'
import { isCallPurpose } from '@solstice/rules/payout'
import {
  CANCEL_GAS,
  decideSignature,
  type GasLimits,
  type TokenLimits,
} from '@solstice/rules/signer'
import { transferCall } from '@solstice/rules/transfer'
import type {
  AppContext,
  SignerRefusal,
  TreasuryKey,
  TreasurySigner,
  TreasuryTransaction,
} from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import {
  isChangedCall,
  readCall,
  refusedCall,
  withToken,
  type CallToSign,
} from './signer-call.service.ts'
import { computeRoots, rootChecker, type ComputeRoots } from './root-check.service.ts'
import { payoutName, type JournalEntry } from './signer.entry.ts'
import type { Journal } from './signer.journal.ts'
import {
  findAttemptToSign,
  findPayoutToSign,
  type AttemptToSign,
  type PayoutToSign,
} from './signer.queries.ts'

export { monotonicTime } from './signer.clock.ts'
export { openJournal, type Journal } from './signer.journal.ts'
export { readDatabaseTime } from './signer.queries.ts'

/**
 * The hard limits of one chain. Tokens that are not listed are not paid; a null contract is the
 * coin.
 */
export type ChainLimits = GasLimits & {
  chainId: number
  tokens: readonly (TokenLimits & { contract: string | null })[]
}

type Parts = Pick<AppContext, 'db' | 'now' | 'atFaultPoint'> & {
  key: TreasuryKey
  limits: readonly ChainLimits[]
  journal: Journal
  /** Computes a root from its shares; tests replace it. */
  computeRoots?: ComputeRoots
}

/** A payout with what its call is about, if it is one. */
type Order = { payout: PayoutToSign; call: CallToSign | undefined }

type Gas = Pick<AttemptToSign, 'gas' | 'maxFeePerGas'>

/**
 * The only holder of the treasury key. Whatever the database contains, the signer pays no more than
 * its own limits and journal allow; limits in the database can only lower these.
 */
export function treasurySigner({
  db,
  now,
  atFaultPoint,
  key,
  limits,
  journal,
  computeRoots: compute = (name) => computeRoots(db, name),
}: Parts): TreasurySigner {
  const runExclusive = createMutex()
  const checkRoot = rootChecker(compute)
  const limitsOn = (id: number) => limits.find(({ chainId }) => chainId === id)

  /** Counts a payout against the limits and writes it to disk before the result is returned. */
  async function count(
    { payout, call }: Order,
    { gas, maxFeePerGas }: Gas,
    nonce: number | null,
  ): Promise<SignerRefusal | undefined> {
    const isValid = isWellFormed(payout, { gas, maxFeePerGas }, nonce)
    if (!isValid || (payout.isCancel && !isToItself(payout, key))) {
      return { kind: 'refused', why: 'INVALID' }
    }
    const asked = entryOf({ payout, call }, key, { at: now(), nonce, fee: gas * maxFeePerGas })
    const refusal = refusedCall(journal.contracts, asked, call?.failedFundings)
    if (refusal) return refusal
    const entry = withToken(journal.contracts, asked)
    const before = journal.of(entry.payout)
    if (before && isChanged(before, entry)) return { kind: 'refused', why: 'CHANGED' }
    const isSigned = before !== undefined && before.nonce !== null
    // A send that was signed in time is repeated, because its transaction may have left already.
    if (!isSigned && call?.expiresAt && call.expiresAt <= entry.at) {
      return { kind: 'refused', why: 'EXPIRED' }
    }
    const chain = limitsOn(entry.chainId)
    const token = chain?.tokens.find(({ contract }) => contract === entry.contract)
    const others = journal.others(entry.payout, entry.at)
    const fee = maxOf(entry.fee, before?.fee ?? 0n)
    const candidate = { ...entry, gas, maxFeePerGas, fee, isCancel: payout.isCancel }
    const decision = decideSignature({ payout: candidate, token, gas: chain, others })
    if (decision.kind === 'refuse') return { ...decision, kind: 'refused' }
    const next = { ...entry, fee: candidate.fee, nonce: nonce ?? before?.nonce ?? null }
    // A replacement pays once and counts from the first signature. If it costs more it counts
    // today, because fees raised a day later would otherwise count on no day.
    const isRepeated = isSigned && before.fee === candidate.fee
    const counted = isRepeated ? { ...next, at: before.at } : next
    if (!before || !isSame(before, counted)) await journal.append(counted)
    return undefined
  }

  async function signCounted(
    order: Order,
    nonce: number,
    fees: AttemptToSign,
  ): Promise<SignerRefusal | { kind: 'signed'; raw: `0x${string}` }> {
    const { payout } = order
    const { chainId } = payout
    const account = key.address.toLowerCase()
    const holder = journal.atNonce({ account, chainId }, nonce)
    // A cancellation may take the nonce of any payout, because it pays nothing.
    if (holder !== undefined && holder !== payoutName(payout) && !payout.isCancel) {
      return { kind: 'refused', why: 'CHANGED' }
    }
    const refusal = await count(order, fees, nonce)
    if (refusal) return refusal
    atFaultPoint?.('signer-journaled')
    const raw = await key.sign({ chainId, nonce, ...fees, ...transactionOf(order) })
    return { kind: 'signed', raw }
  }

  /** Reads what a payout is about, and what a call is about as well. */
  async function readOrder(tx: Db, payout: PayoutToSign): Promise<Order | SignerRefusal> {
    if (!isCallPurpose(payout.purpose)) return { payout, call: undefined }
    const { contracts } = journal
    const admitted = journal.of(payoutName(payout))?.call
    const call = await readCall(tx, payout, { admitted, checkRoot, contracts })
    if (!('why' in call)) return { payout, call }
    return call.why === 'CHECKING' ? { ...call, until: now() } : call
  }

  // Rows are read before entering the queue, so that the running request never waits for a database
  // connection.
  return {
    address: key.address,
    admit: async ({ payoutId, gas, maxFeePerGas }) => {
      const payout = await findPayoutToSign(db, payoutId)
      if (!payout) return { kind: 'refused', why: 'UNKNOWN' }
      const order = await readOrder(db, payout)
      if ('why' in order) return order
      const refusal = await runExclusive(() => count(order, { gas, maxFeePerGas }, null))
      return refusal ?? { kind: 'admitted' }
    },
    sign: async ({ payoutId, attempt }, tx = db) => {
      const payout = await findPayoutToSign(tx, payoutId)
      const fees = await findAttemptToSign(tx, payoutId, attempt)
      if (!payout || !fees || payout.nonce === null) return { kind: 'refused', why: 'UNKNOWN' }
      if (payout.isStopped) return { kind: 'refused', why: 'STOPPED' }
      if (payout.account !== key.address) return { kind: 'refused', why: 'OTHER_ACCOUNT' }
      const { nonce } = payout
      const signed = payout.isCancel ? cancelFees(fees, limitsOn(payout.chainId)) : fees
      const order = await readOrder(tx, payout)
      if ('why' in order) return order
      return runExclusive(() => signCounted(order, nonce, signed))
    },
  }
}

/**
 * Caps the fees of a cancellation at the limits regardless of its row, because a refused
 * cancellation would block its chain.
 */
function cancelFees(fees: AttemptToSign, limits: GasLimits | undefined): AttemptToSign {
  const maxFeePerGas = minOf(fees.maxFeePerGas, limits?.maxFeePerGas ?? fees.maxFeePerGas)
  const maxPriorityFeePerGas = minOf(fees.maxPriorityFeePerGas, maxFeePerGas)
  return { gas: CANCEL_GAS, maxFeePerGas, maxPriorityFeePerGas }
}

/** Runs one request at a time, because the journal and its sums allow no concurrency. */
function createMutex() {
  let last: Promise<unknown> = Promise.resolve()
  return <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    const mine = last.then(work, work)
    last = mine.catch(() => {})
    return mine
  }
}

const maxOf = (a: bigint, b: bigint): bigint => (a > b ? a : b)
const minOf = (a: bigint, b: bigint): bigint => (a < b ? a : b)

const UINT256_LIMIT = 2n ** 256n
const isAmount = (units: bigint): boolean => units > 0n && units < UINT256_LIMIT

/** Returns whether the transaction sends nothing from the treasury to itself. */
function isToItself({ address, contract, amount }: PayoutToSign, key: TreasuryKey): boolean {
  return contract === null && amount === 0n && addressOf(address) === key.address
}

/**
 * Validates the row, because a manipulated one must neither shift the bytes of a call nor lower a
 * sum.
 */
function isWellFormed(payout: PayoutToSign, { gas, maxFeePerGas }: Gas, nonce: number | null) {
  const { address, contract, amount, createdAt, chainId, purpose } = payout
  const paysNothing = payout.isCancel || (isCallPurpose(purpose) && purpose !== 'FUND')
  return (
    addressOf(address) !== undefined &&
    (contract === null || addressOf(contract) !== undefined) &&
    (paysNothing ? amount === 0n : isAmount(amount)) &&
    [gas, maxFeePerGas].every(isAmount) &&
    [chainId, nonce ?? 0].every((count) => Number.isSafeInteger(count) && count >= 0) &&
    !Number.isNaN(createdAt.getTime())
  )
}

/** Ignores the checksum spelling of the row, because only the bytes count here. */
const addressOf = (text: string): Address | undefined => normaliseAddress(text.toLowerCase())

/**
 * Normalises an address, including surrounding whitespace, so that each address is counted as one.
 */
const countedAddress = (text: string): string => (addressOf(text) ?? text).toLowerCase()

function entryOf(
  { payout, call }: Order,
  key: TreasuryKey,
  own: Pick<JournalEntry, 'at' | 'nonce' | 'fee'>,
): JournalEntry {
  return {
    ...own,
    payout: payoutName(payout),
    account: key.address.toLowerCase(),
    chainId: payout.chainId,
    contract: payout.contract === null ? null : countedAddress(payout.contract),
    destination: countedAddress(payout.address),
    amount: payout.amount,
    isRefund: payout.isRefund,
    ...(call && { call: call.journaled }),
  }
}

/**
 * Returns whether destination, token, amount or nonce differ from the first request. A payout that
 * was only admitted may be signed by another key than it was admitted for.
 */
function isChanged(before: JournalEntry, now: JournalEntry): boolean {
  return (
    (before.nonce !== null && before.account !== now.account) ||
    before.chainId !== now.chainId ||
    before.contract !== now.contract ||
    before.destination !== now.destination ||
    before.amount !== now.amount ||
    before.isRefund !== now.isRefund ||
    isChangedCall(before, now) ||
    (before.nonce !== null && now.nonce !== null && before.nonce !== now.nonce)
  )
}

const isSame = (before: JournalEntry, now: JournalEntry): boolean =>
  before.nonce === now.nonce && before.fee === now.fee && before.at.getTime() === now.at.getTime()

type Called = Pick<TreasuryTransaction, 'to' | 'value' | 'data'>

function transactionOf({ payout, call }: Order): Called {
  const payee = addressOf(payout.address)
  const token = payout.contract === null ? null : addressOf(payout.contract)
  if (payee === undefined || token === undefined) throw new Error('The payout was not validated')
  if (call?.data === undefined) {
    return transferCall({ payee, contract: token, amount: payout.amount })
  }
  return { to: payout.purpose === 'DEPLOY' ? undefined : payee, value: 0n, data: call.data }
}
