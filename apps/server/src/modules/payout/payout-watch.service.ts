import { sql } from 'drizzle-orm'
import type { AppContext, Reading } from '#/platform/context.ts'
import { rowsOf } from '#/platform/db.ts'
import { findLanes, findSwitch } from './payout.queries.ts'

/** What of the treasury somebody should be woken for: chains, states and counts, no amounts and nobody's address. */
export async function readTreasury({ db }: Pick<AppContext, 'db'>): Promise<Reading[]> {
  const open = await rowsOf<{ chain: string; state: string; count: string | number }>(
    db,
    sql`select coalesce(chain_id::text, 'none') as chain, state, count(*) as count from payouts
      where state in ('QUEUED', 'RESERVED', 'SENT') group by 1, 2 order by 1, 2`,
  )
  const held = await rowsOf<{ reason: string; count: string | number }>(
    db,
    sql`select held_for as reason, count(*) as count from payouts
      where state in ('QUEUED', 'RESERVED', 'SENT') and held_for is not null group by 1 order by 1`,
  )
  const lanes = await findLanes(db)
  const { stoppedAt } = await findSwitch(db)
  const ofLanes = (isSo: (lane: (typeof lanes)[number]) => boolean) =>
    lanes.map((lane) => ({ labels: { chain: String(lane.chainId) }, value: Number(isSo(lane)) }))
  return [
    {
      name: 'solstice_payouts_open',
      help: 'Payouts that are not confirmed yet, by chain and state',
      values: open.map(({ chain, state, count }) => ({
        labels: { chain, state },
        value: Number(count),
      })),
    },
    {
      name: 'solstice_payouts_held',
      help: 'Payouts that wait, by the reason',
      values: held.map(({ reason, count }) => ({ labels: { reason }, value: Number(count) })),
    },
    {
      name: 'solstice_treasury_frozen',
      help: 'Whether nothing is signed on a chain until an operator says so',
      values: ofLanes(({ frozenAt }) => frozenAt !== null),
    },
    {
      name: 'solstice_treasury_low',
      help: 'Whether the treasury cannot pay what waits on a chain',
      values: ofLanes(({ lowSince }) => lowSince !== null),
    },
    {
      name: 'solstice_treasury_stopped',
      help: 'Whether an operator stopped all payouts',
      values: [{ labels: {}, value: Number(stoppedAt !== null) }],
    },
  ]
}
