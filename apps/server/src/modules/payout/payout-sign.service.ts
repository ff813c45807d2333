import type { Address } from '@solstice/rules/address'
import { CLAIM_GAS_MAX } from '@solstice/rules/distribution'
import { SECOND_MS } from '@solstice/rules/duration'
import { decidePayout } from '@solstice/rules/payout'
import { startOfNextDay } from '@solstice/rules/programme-day'
import { isTooLateToSign, RELAY_GAS_MAX } from '@solstice/rules/relay'
import { transferCall } from '@solstice/rules/transfer'
import {
  readBalance,
  readBaseFee,
  readGas,
  readTip,
  readTokenBalance,
} from '#/modules/chain/chain-reading.service.ts'
import { nodeOf } from '#/modules/chain/chain.service.ts'
import { networkByChain } from '#/modules/network/network.service.ts'
import { payoutHoldOf } from '#/modules/security/security.service.ts'
import { ChainError } from '#/platform/process/chain-error.ts'
import type { AppContext, ChainNode, TreasurySigner } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { giveUpCall } from './call-request.service.ts'
import { enterLane, isFrozen, reportLowBalance } from './lane.service.ts'
import {
  findAttempts,
  findCoinOnItsWay,
  findNextQueued,
  holdPayout,
  insertAttempt,
  lockNextQueued,
  reservePayout,
  takeCapLock,
  takeSigningLock,
} from './payout-attempt.queries.ts'
import { refusedUntil } from './payout-release.service.ts'
import { followReserved, signAttempt, type PayoutRun } from './payout-run.service.ts'
import {
  capsFor,
  heldUntil,
  paidToday,
  tokenOf,
  type PayoutFailure,
  type PayoutPurposes,
} from './payout.service.ts'
import {
  assignChain,
  findInFlight,
  findPayout,
  findTokenWithoutChain,
  hasOpenPayouts,
  type Payout,
} from './payout.queries.ts'
import { isSignedByOwner, readTreasuryCall, type TreasuryCall } from './treasury-call.service.ts'
import { findLane, setNextNonce } from './treasury.queries.ts'

/** Processes the payouts of a chain once. Returns whether payouts are still open. */
export async function runPayouts(
  ctx: AppContext,
  purposes: PayoutPurposes,
  chainId: number,
): Promise<'busy' | 'idle'> {
  const network = await networkByChain(ctx, chainId)
  const signer = ctx.treasury
  if (!network || !signer) return 'idle'
  await assignChains(ctx)
  if (!(await hasOpenPayouts(ctx.db, chainId))) return 'idle'
  const node = await nodeOf(ctx, network)
  // Sign and send only if chain and database agree and no operator has stopped payouts.
  const maySend = (await enterLane(ctx, signer, network, node)) !== undefined
  const fees = await usualFees(node)
  const run: PayoutRun = { ctx, purposes, signer, network, node, fees, maySend }
  // Follow signed payouts in any case, because they cannot be recalled.
  await followReserved(run)
  if (maySend) {
    for (let payout = await reserveNext(run); payout; payout = await reserveNext(run)) {
      const [attempt] = await findAttempts(ctx.db, payout.id)
      if (attempt && attempt.raw === null) await signAttempt(run, payout, attempt)
    }
  }
  return (await hasOpenPayouts(ctx.db, chainId)) ? 'busy' : 'idle'
}

/** The number of payouts of a token that one run assigns. */
const ASSIGNED_AT_ONCE = 1000

/**
 * Assigns a chain to payouts that were requested before their network existed. Later runs continue,
 * because those that were assigned are open.
 */
async function assignChains({ db }: Pick<AppContext, 'db'>): Promise<void> {
  let waiting = await findTokenWithoutChain(db, undefined)
  for (; waiting; waiting = await findTokenWithoutChain(db, waiting)) {
    const token = await tokenOf(db, waiting)
    if (token) await assignChain(db, { ...waiting, count: ASSIGNED_AT_ONCE }, token)
  }
}

async function usualFees(node: ChainNode) {
  const base = await readBaseFee(node)
  const tip = await readTip(node)
  // The base fee may double before the transaction must be replaced.
  return { maxFeePerGas: 2n * base + tip, maxPriorityFeePerGas: tip }
}

/**
 * Reserves a nonce for the oldest payable payout and stores all fields that determine its signed
 * bytes. Payouts that may not be paid yet are held, and the next one is tried.
 */
async function reserveNext(run: PayoutRun): Promise<Payout | undefined> {
  const { ctx, network } = run
  for (;;) {
    const next = await findNextQueued(ctx.db, network.chainId, ctx.now())
    if (!next) return undefined
    // Read balances before the transaction; no network call runs inside one.
    const money = await readFunds(run, next)
    const outcome =
      'why' in money ? await giveUpSend(run, next, money) : await reserveAdmitted(run, next, money)
    if (outcome === 'full') return undefined
    await reportLowBalance(ctx, network.chainId)
    if (outcome === 'reserved') {
      ctx.atFaultPoint?.('payout-reserved')
      return findPayout(ctx.db, next.id)
    }
  }
}

type Funds = { token: bigint; coin: bigint; gas: bigint }

/** The fallback when a node returns no estimate: enough for any plain token transfer. */
const FALLBACK_GAS = 225_000n

const TOO_LATE: PayoutFailure = { by: 'NETWORK', why: 'EXPIRED', unsent: 'EXPIRED' }
const WOULD_REVERT: PayoutFailure = {
  by: 'NETWORK',
  why: 'The contract would reject the call',
  unsent: 'WOULD_FAIL',
}

/** Returns what the reservation needs, or why a relayed send is ended instead. */
async function readFunds(
  { ctx, node, signer }: PayoutRun,
  payout: Payout,
): Promise<Funds | PayoutFailure> {
  const call = await readTreasuryCall(ctx.db, payout)
  const isRelay = call?.purpose === 'RELAY'
  if (isRelay) {
    const deadline = new Date(Number(call.send.deadline) * SECOND_MS)
    if (isTooLateToSign(deadline, ctx.now())) return TOO_LATE
  }
  const coin = await readBalance(node, signer.address)
  const token =
    payout.contract === null || payout.amount === 0n
      ? coin
      : await readTokenBalance(node, payout.contract, signer.address).catch(zeroIfRefused)
  const estimate = await readGas(node, { from: signer.address, ...transactionOf(payout, call) })
    // As when it was accepted: a token must not make the fee of a send many times higher.
    .then((found) => (isRelay && found > RELAY_GAS_MAX ? undefined : (found * 3n) / 2n))
    .catch((error: unknown) => {
      if (!(error instanceof ChainError)) throw error
      // Signing it would only burn the fee. Other calls may depend on one that is in flight, and the
      // signer reports a row that its owner did not sign.
      if (error.isRevert && isRelay && isSignedByOwner(call)) return undefined
      return call ? fallbackCallGas(call) : FALLBACK_GAS
    })
  return estimate === undefined ? WOULD_REVERT : { token, coin, gas: estimate }
}

/** Ends a relayed send that cannot succeed, before it gets a nonce and costs a fee. */
async function giveUpSend(
  { ctx, purposes }: PayoutRun,
  payout: Payout,
  failure: PayoutFailure,
): Promise<'ended' | 'full'> {
  const { why } = failure
  const isEnded = await ctx.db.transaction(async (tx) => {
    if (!(await giveUpCall(tx, ctx, { payoutId: payout.id, why }))) return false
    await purposes[payout.purpose]?.failed(tx, ctx, payout, failure)
    return true
  })
  if (isEnded) ctx.log.info({ payout: payout.id, why }, 'A relayed send was ended unsigned')
  return isEnded ? 'ended' : 'full'
}

/** Returns enough gas for a call that a node cannot estimate, such as one that depends on another. */
function fallbackCallGas(call: TreasuryCall): bigint {
  if (call.purpose === 'DEPLOY') return 2_000_000n
  if (call.purpose === 'RELAY') return RELAY_GAS_MAX
  return call.purpose === 'CLAIM' ? BigInt(CLAIM_GAS_MAX) : 200_000n
}

/** The addresses were validated when the payout was requested. */
function transactionOf({ address, contract, amount }: Payout, call: TreasuryCall | undefined) {
  const payee = address as Address
  if (!call) return transferCall({ payee, contract: contract as Address | null, amount })
  const data = call.data ?? '0x'
  return { to: call.purpose === 'DEPLOY' ? undefined : payee, value: 0n, data }
}

/** Treats a failing balance call as zero, so that other payouts do not wait for it. */
function zeroIfRefused(error: unknown): bigint {
  if (error instanceof ChainError) return 0n
  throw error
}

/**
 * Asks the signer to admit a payout before it gets a nonce, because a later refusal would block all
 * nonces behind it. The signer is asked last, so that payouts waiting for other reasons use none of
 * its limits.
 */
async function reserveAdmitted(
  run: PayoutRun,
  next: Payout,
  money: Funds,
): Promise<'reserved' | 'held' | 'full'> {
  const { ctx, signer, fees } = run
  const first = await ctx.db.transaction((tx) => reserve(tx, run, next, money))
  if (first !== 'unadmitted') return first
  const { maxFeePerGas } = fees
  const admission = await signer.admit({ payoutId: next.id, gas: money.gas, maxFeePerGas })
  const second = await ctx.db.transaction((tx) => reserve(tx, run, next, money, admission))
  return second === 'unadmitted' ? 'full' : second
}

type Admission = Awaited<ReturnType<TreasurySigner['admit']>>

async function reserve(
  tx: Db,
  run: PayoutRun,
  next: Payout,
  money: Funds,
  admission?: Admission,
): Promise<'reserved' | 'held' | 'full' | 'unadmitted'> {
  const { ctx, network, fees, signer } = run
  const { chainId } = network
  const now = ctx.now()
  await takeSigningLock(tx, chainId)
  if (await isFrozen(tx, chainId)) return 'full'
  await takeCapLock(tx)
  const lane = await findLane(tx, chainId)
  const payout = await lockNextQueued(tx, chainId, now)
  const sending = await findInFlight(tx, chainId)
  if (lane?.address !== signer.address) return 'full'
  if (payout?.id !== next.id) return 'full'

  // The balance must cover the maximum fees as well as the amounts.
  const coinLeft =
    money.coin - money.gas * fees.maxFeePerGas - (await findCoinOnItsWay(tx, chainId))
  const isSameToken = ({ contract }: Payout) =>
    contract?.toLowerCase() === payout.contract?.toLowerCase()
  const onItsWay = sending.filter(isSameToken).reduce((sum, { amount }) => sum + amount, 0n)
  const available = payout.contract === null ? coinLeft : money.token - onItsWay
  const caps = await capsFor(tx, payout)
  const paid = await paidToday(tx, ctx, payout)
  const decision = decidePayout({
    caps,
    purpose: payout.purpose,
    amount: payout.amount,
    paidToMember: paid.toMember,
    paidToAll: paid.toAll,
    paidRefunds: paid.refunds,
    available,
    hold:
      payout.memberId === null
        ? undefined
        : await payoutHoldOf({ ...ctx, db: tx }, payout.memberId),
    dayEnds: startOfNextDay(now),
  })
  if (decision.kind === 'hold' || coinLeft < 0n) {
    const why = decision.kind === 'hold' ? decision.why : 'LOW_BALANCE'
    const until = decision.kind === 'hold' ? decision.until : undefined
    await holdPayout(tx, payout.id, heldUntil({ why, until }, now))
    if (why === 'ABOVE_CAP' || why === 'NO_CAP') {
      ctx.log.error(
        { payout: payout.id, why },
        'A payout is on hold: no cap is set, or it exceeds the cap',
      )
    }
    return 'held'
  }
  if (!admission) return 'unadmitted'
  if (admission.kind === 'refused') {
    const { why } = admission
    await holdPayout(tx, payout.id, { why: `SIGNER_${why}`, until: refusedUntil(admission, now) })
    ctx.log.error({ payout: payout.id, why }, 'The signer refused a payout')
    return 'held'
  }
  const nonce = lane.nextNonce
  await setNextNonce(tx, chainId, nonce + 1)
  await reservePayout(tx, payout.id, { nonce, account: lane.address, at: now })
  await insertAttempt(tx, { payoutId: payout.id, attempt: 1, gas: money.gas, fees, at: now })
  return 'reserved'
}
