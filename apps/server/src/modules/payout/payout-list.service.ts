import { Code } from '@solstice/contract/codes'
import { PAYOUTS_COUNTED_MAX } from '@solstice/contract/payout.schemas'
import type { CallData } from '@solstice/contract/wire'
import { amountText } from '@solstice/rules/amount'
import { NATIVE_DECIMALS } from '@solstice/rules/network'
import { timelineOf, type TimelineStep } from '@solstice/rules/payout-timeline'
import { networkByChain } from '#/modules/network/network.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { csvLine } from '#/platform/process/csv.ts'
import type { PageQuery } from '#/platform/process/page.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { findAttempts, isBeingCancelled } from './payout-attempt.queries.ts'
import {
  findCancellation,
  findNickname,
  findPayoutPage,
  findPayoutsAfter,
  SUM_DECIMALS,
  sumPayouts,
  type PayoutFilter,
} from './payout-list.queries.ts'
import { standingOf } from './payout-state.service.ts'
import { viewOf, type PayoutView } from './payout-view.ts'
import { findPayout, type Payout } from './payout.queries.ts'
import { isNonceLost, isSending } from './treasury.service.ts'

/** The filter of a call, whose times are texts. */
type Query = Omit<PayoutFilter, 'memberId' | 'from' | 'to'> & {
  userId?: number | undefined
  from?: string | undefined
  to?: string | undefined
}

function filterOf({ userId, from, to, ...rest }: Query): PayoutFilter {
  return {
    ...rest,
    memberId: userId,
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
  }
}

/**
 * Lists payouts with the sums of the filter. A filter that matches more payouts than are counted has
 * no sums, so that the list costs the same however many there are.
 */
export async function listPayouts(
  { db }: Pick<AppContext, 'db'>,
  { page, size, ...query }: PageQuery & Query,
): Promise<CallData<'payout.list'>> {
  const filter = filterOf(query)
  const list = await findPayoutPage(db, filter, { page, size })
  const sums = await sumPayouts(db, filter)
  const found = sums.reduce((all, { count }) => all + count, 0)
  const isCountPartial = found > PAYOUTS_COUNTED_MAX
  return {
    list: list.map(viewOf),
    page,
    size,
    totalCount: Math.min(found, PAYOUTS_COUNTED_MAX),
    hasNext: page * size < found,
    isCountPartial,
    sums: isCountPartial
      ? null
      : sums.map(({ amount, ...rest }) => ({ ...rest, amount: amountText(amount, SUM_DECIMALS) })),
  }
}

const COLUMNS = {
  payout: ({ payoutId }) => payoutId,
  purpose: ({ purpose }) => purpose,
  key: ({ key }) => key,
  member: ({ userId }) => userId,
  address: ({ address }) => address,
  amount: ({ amount }) => amount,
  symbol: ({ symbol }) => symbol,
  chain: ({ chainId }) => chainId,
  state: ({ state }) => state,
  heldFor: ({ heldFor }) => heldFor,
  nonce: ({ nonce }) => nonce,
  transaction: ({ txHash }) => txHash,
  failure: ({ failure }) => failure,
  requestedAt: ({ createdAt }) => createdAt,
  confirmedAt: ({ confirmedAt }) => confirmedAt,
} satisfies Record<string, (payout: PayoutView) => string | number | null>

export async function exportPayouts(
  { db }: Pick<AppContext, 'db'>,
  { after, size, ...query }: Query & { after: number; size: number },
): Promise<CallData<'payout.export'>> {
  const rows = await findPayoutsAfter(db, filterOf(query), { after, size: size + 1 })
  const shown = rows.slice(0, size)
  const lines = shown.map((payout) => {
    const view = viewOf(payout)
    return csvLine(Object.values(COLUMNS).map((cellOf) => cellOf(view)))
  })
  return {
    text: [...(after === 0 ? [csvLine(Object.keys(COLUMNS))] : []), ...lines].join(''),
    count: shown.length,
    nextAfter: rows.length > size ? (shown.at(-1)?.id ?? null) : null,
  }
}

/** Shows a payout with its transactions, what holds it now, and whether it can be given up. */
export async function showPayout(
  ctx: AppContext,
  payoutId: number,
): Promise<CallData<'payout.show'>> {
  const { db } = ctx
  const payout = await findPayout(db, payoutId)
  if (!payout) throw refuse(Code.NOT_FOUND)
  const { memberId, chainId } = payout
  const network = chainId === null ? undefined : await networkByChain(ctx, chainId)
  const standing = await standingOf(ctx, payout)
  const attempts = await findAttempts(db, payoutId)
  const steps = timelineOf({
    ...payout,
    block: payout.blockNumber,
    attempts: attempts.map(({ fees, ...rest }) => ({ ...rest, maxFee: fees.maxFeePerGas })),
  })
  return {
    ...viewOf(payout),
    nickname: memberId === null ? null : ((await findNickname(db, memberId)) ?? null),
    networkName: network?.name ?? null,
    coin: network?.symbol ?? null,
    scanUrl: network?.scanUrl ?? '',
    confirmations: network?.confirmations ?? null,
    timeline: steps.map(stepView),
    creates: payout.creates,
    subject: payout.subject,
    cancels: payout.cancels,
    cancelledBy: (await findCancellation(db, payoutId)) ?? null,
    holdNow: standing.decision?.kind === 'hold' ? standing.decision.why : null,
    isStopped: standing.isStopped,
    caps: capsView(payout, standing),
    canCancel: await canCancel(ctx, payout),
  }
}

const coinText = (units: bigint | undefined): string | null =>
  units === undefined ? null : amountText(units, NATIVE_DECIMALS)

function stepView({ kind, at, ...rest }: TimelineStep) {
  return {
    kind,
    at: at.toISOString(),
    nonce: rest.nonce ?? null,
    maxFee: coinText(rest.maxFee),
    fee: coinText(rest.fee),
    raisedPercent: rest.raisedPercent ?? null,
    txHash: rest.txHash ?? null,
    block: rest.block ?? null,
  }
}

function capsView(
  { decimals }: Payout,
  { caps, paid }: Awaited<ReturnType<typeof standingOf>>,
): CallData<'payout.show'>['caps'] {
  if (!caps || !paid) return null
  const text = (units: bigint) => amountText(units, decimals)
  return {
    perMember: text(caps.perMember),
    perDay: text(caps.perDay),
    refundsPerDay: text(caps.refundsPerDay),
    paidToMember: text(paid.toMember),
    paidToday: text(paid.toAll),
    refundedToday: text(paid.refunds),
  }
}

/** The same conditions as those of `lockCancellable`, without a lock. */
async function canCancel(ctx: AppContext, payout: Payout): Promise<boolean> {
  if (isSending(payout)) return isNonceLost(ctx, payout)
  return payout.state === 'QUEUED' && !(await isBeingCancelled(ctx.db, payout.id))
}
