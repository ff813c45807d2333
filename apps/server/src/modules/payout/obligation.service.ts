import type { AppContext } from '#/platform/process/context.ts'
import {
  findOpenByToken,
  findUnfundedByToken,
  findUnpaidRewards,
  type Obligation,
} from './obligation.queries.ts'
import { tokenOf } from './payout.service.ts'

/** Amounts of one symbol are added with this many decimals, which differ between networks. */
export const SHARED_DECIMALS = 36

/** The amounts by network and symbol, with `SHARED_DECIMALS`. */
export type ByLane = ReadonlyMap<number, ReadonlyMap<string, bigint>>

/**
 * Adds up amounts by network and symbol. An amount without a network counts on the one that will pay
 * it; without such a network it does not count anywhere.
 */
export async function byLane(
  { db }: Pick<AppContext, 'db'>,
  amounts: readonly Obligation[],
): Promise<ByLane> {
  const lanes = new Map<number, Map<string, bigint>>()
  for (const { symbol, decimals, amount, ...of } of amounts) {
    const chainId = of.chainId ?? (await chainThatPays(db, { symbol, decimals }))
    if (chainId === undefined) continue
    const lane = lanes.get(chainId) ?? new Map<string, bigint>()
    lanes.set(chainId, lane)
    lane.set(symbol, (lane.get(symbol) ?? 0n) + shared(amount, decimals))
  }
  return lanes
}

export const shared = (amount: bigint, decimals: number): bigint =>
  amount * 10n ** BigInt(SHARED_DECIMALS - decimals)

/** Returns the network on which a payout of this token is paid if it names none. */
export async function chainThatPays(
  db: AppContext['db'],
  token: { symbol: string; decimals: number },
): Promise<number | undefined> {
  return (await tokenOf(db, token))?.chainId
}

/** Returns what open payouts, unpaid rewards and roots without funds will take. */
export async function obligationsByLane(ctx: Pick<AppContext, 'db'>): Promise<ByLane> {
  return byLane(ctx, [
    ...(await findOpenByToken(ctx.db)),
    ...(await findUnpaidRewards(ctx.db)),
    ...(await findUnfundedByToken(ctx.db)),
  ])
}
