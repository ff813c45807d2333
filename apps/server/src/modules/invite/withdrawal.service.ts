import { Code } from '@solstice/contract/codes'
import type { CallData, CallInput } from '@solstice/contract/wire'
import {
  decideWithdrawal,
  referralText,
  referralUnits,
  tokenUnitsOf,
  whyWithdrawalFailed,
  type InviteTerms,
} from '@solstice/rules/invite'
import { programmeDayOf } from '@solstice/rules/programme-day'
import { traceRefusedWithdrawal } from '@solstice/rules/refusal-trace'
import { contractsOnChain } from '#/modules/network/network.service.ts'
import type { PayoutListener } from '#/modules/payout/payout.service.ts'
import { consumePinToken } from '#/modules/pin/pin-token.service.ts'
import {
  payoutHoldOf,
  refusePaused,
  withdrawalsPausedUntil,
} from '#/modules/security/security.service.ts'
import { lockMember } from '#/modules/users/users.service.ts'
import { notify } from '#/platform/books/alerts.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { balanceOf, InsufficientBalanceError, transfer } from '#/platform/books/ledger.ts'
import {
  cursorOf,
  idCursor,
  pageBefore,
  pageOf,
  splitPage,
  withCursor,
  type CursorQuery,
} from '#/platform/process/page.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { withdrawalTerms } from './terms.service.ts'
import {
  advanceWithdrawal,
  findWithdrawals,
  findWithdrawalsBefore,
  insertWithdrawal,
  isWalletConnected,
  noteFailure,
  sumWithdrawn,
  type WithdrawalRow,
} from './withdrawal.queries.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'payouts'>
type View = CallData<'invite.withdraw'>

export async function listWithdrawals(
  ctx: Pick<AppContext, 'db'>,
  memberId: number,
  query: CursorQuery,
): Promise<CallData<'invite.withdrawals'>> {
  const { page, size, before } = query
  if (before === undefined) {
    const { withdrawals, totalCount } = await findWithdrawals(ctx.db, { memberId, page, size })
    const numbered = pageOf({ page, size }, withdrawals.map(viewOf), totalCount)
    return withCursor(numbered, idCursor(withdrawals.at(-1)))
  }
  const beforeId = cursorOf(before)?.id
  const rows = await findWithdrawalsBefore(ctx.db, { memberId, beforeId, size: size + 1 })
  const { shown, last } = splitPage(rows, size)
  return pageBefore({ page, size }, shown.map(viewOf), idCursor(last))
}

function viewOf(row: WithdrawalRow): View {
  return {
    withdrawalId: row.id,
    amount: referralText(row.amount),
    symbol: row.symbol,
    address: row.address ?? '',
    chainId: row.chainId,
    status: row.status,
    txHash: row.txHash,
    failure: row.failure,
    createdAt: row.createdAt.toISOString(),
  }
}

/**
 * Runs in the transaction of the call, so that the debit, the withdrawal and the payout request are
 * saved together. A missing wallet is reported first; every other reason requires the PIN.
 */
export async function withdraw(
  tx: Db,
  ctx: Context,
  memberId: number,
  { amount: text, chainId }: CallInput<'invite.withdraw'>['body'],
  pinToken: string | undefined,
): Promise<View> {
  const { walletAddress: address, payoutsFrozenAt } = await lockMember(tx, memberId)
  if (address === null) throw refuse(Code.WALLET_NOT_FOUND)
  await consumePinToken(tx, ctx, { memberId, purpose: 'WITHDRAW', pinToken })
  const terms = await withdrawalTerms(tx)
  const amount = referralUnits(text)
  const token = await tokenOn(tx, chainId, terms.symbol)
  if (amount === undefined || !token) throw refuse(Code.INVALID_REQUEST)
  const units = tokenUnitsOf(amount, token.decimals)
  if (units === undefined) throw refuse(Code.INVALID_REQUEST)
  await assertAllowed(tx, ctx, { memberId, amount, terms, isFrozen: payoutsFrozenAt !== null })

  const now = ctx.now()
  const day = programmeDayOf(now)
  const { symbol } = terms
  const row = await insertWithdrawal(tx, {
    memberId,
    amount,
    symbol,
    chainId,
    address,
    day,
    createdAt: now,
  })
  const key = withdrawalKey(row.id)
  await debit(tx, { memberId, amount, key, at: now })
  await ctx.payouts.request(tx, {
    purpose: 'WITHDRAWAL',
    key,
    memberId,
    address,
    symbol,
    decimals: token.decimals,
    amount: units,
    chainId,
    contract: token.address,
  })
  return viewOf(row)
}

async function tokenOn(tx: Db, chainId: number, symbol: string) {
  const contracts = await contractsOnChain({ db: tx }, chainId)
  return contracts.find((each) => each.symbol === symbol && each.address !== null)
}

async function assertAllowed(
  tx: Db,
  ctx: Context,
  request: { memberId: number; amount: bigint; terms: InviteTerms; isFrozen: boolean },
): Promise<void> {
  const { memberId, amount, terms, isFrozen } = request
  const txContext = { db: tx, now: ctx.now }
  const { today } = await sumWithdrawn(tx, memberId, programmeDayOf(ctx.now()))
  const hold = await payoutHoldOf(txContext, memberId)
  const fairPlay = hold?.why === 'FAIR_PLAY' ? hold : undefined
  const facts = {
    amount,
    balance: await balanceOf(tx, { member: memberId, asset: 'REFERRAL' }),
    withdrawnToday: today,
    pausedUntil: await withdrawalsPausedUntil(txContext, memberId),
    isFrozen,
    heldUntil: fairPlay?.until,
  }
  const decision = decideWithdrawal(terms, facts)
  if (decision.kind === 'pay') return
  const trace = traceRefusedWithdrawal(terms, facts)
  switch (decision.kind) {
    case 'paused':
      throw refusePaused(decision.until, trace)
    case 'on-hold': {
      const until = decision.until.toISOString()
      throw refuse(Code.PAYOUT_ON_HOLD, {
        values: { until: `${until.slice(0, 16).replace('T', ' ')} UTC` },
        data: { until, holdId: fairPlay?.holdId },
        trace,
      })
    }
    case 'frozen':
      throw refuse(Code.PAYOUTS_FROZEN, { trace })
    case 'too-small': {
      const minWithdraw = referralText(terms.minWithdraw)
      const minimum = `${minWithdraw} ${terms.symbol}`
      throw refuse(Code.WITHDRAWAL_TOO_SMALL, {
        values: { amount: minimum },
        data: { minWithdraw },
        trace,
      })
    }
    case 'over-limit':
      throw refuse(Code.WITHDRAW_LIMIT_EXCEEDED, {
        data: { left: referralText(decision.left) },
        trace,
      })
    case 'not-enough':
      throw refuse(Code.REWARD_BALANCE_INSUFFICIENT, { trace })
  }
}

async function debit(
  tx: Db,
  { memberId, amount, key, at }: { memberId: number; amount: bigint; key: string; at: Date },
): Promise<void> {
  try {
    await transfer(tx, {
      kind: 'WITHDRAWAL',
      key,
      at,
      from: { member: memberId },
      to: { system: 'TREASURY' },
      asset: 'REFERRAL',
      amount,
    })
  } catch (error) {
    if (error instanceof InsufficientBalanceError) throw refuse(Code.REWARD_BALANCE_INSUFFICIENT)
    throw error
  }
}

function withdrawalKey(id: number): string {
  return `withdrawal:${id}`
}

function idFrom(key: string): number {
  const [, id] = /^withdrawal:(\d+)$/.exec(key) ?? []
  if (id === undefined) throw new Error('Invalid withdrawal key')
  return Number(id)
}

/** Updates a withdrawal with its payout, in the transaction of the payout change. */
export const withdrawalListener: PayoutListener = {
  sent: async (tx, _ctx, { key }, txHash) => {
    await advanceWithdrawal(tx, idFrom(key), { status: 'SENT', txHash })
  },
  confirmed: async (tx, ctx, { key }, txHash) => {
    const row = await advanceWithdrawal(tx, idFrom(key), { status: 'CONFIRMED', txHash })
    if (row) await notify(tx, ctx, row.memberId, { code: 'REWARD' })
  },
  /** The withdrawal will never be paid, so the balance is restored. */
  failed: async (tx, ctx, { key, heldFor }, { by }) => {
    const row = await advanceWithdrawal(tx, idFrom(key), { status: 'FAILED' })
    if (!row) return
    const connected = await isWalletConnected(tx, row.id)
    const failure = whyWithdrawalFailed({ by, heldFor, isWalletConnected: connected })
    await noteFailure(tx, row.id, failure)
    await transfer(tx, {
      kind: 'WITHDRAWAL_FAILED',
      key: `failed:${key}`,
      at: ctx.now(),
      from: { system: 'TREASURY' },
      to: { member: row.memberId },
      asset: 'REFERRAL',
      amount: row.amount,
    })
    await notify(tx, ctx, row.memberId, { code: 'WITHDRAWAL_FAILED' })
  },
}
