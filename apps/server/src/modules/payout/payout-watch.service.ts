import type { AppContext, Reading } from '#/platform/process/context.ts'
import { countHeldByReason, countOpenByChain } from './payout.queries.ts'
import { findLanes, findSwitch } from './treasury.queries.ts'

/** What of the treasury somebody should be woken for: chains, states and counts, no amounts and nobody's address. */
export async function readTreasury({ db }: Pick<AppContext, 'db'>): Promise<Reading[]> {
  const open = await countOpenByChain(db)
  const held = await countHeldByReason(db)
  const lanes = await findLanes(db)
  const { stoppedAt } = await findSwitch(db)
  const ofLanes = (isSo: (lane: (typeof lanes)[number]) => boolean) =>
    lanes.map((lane) => ({ labels: { chain: String(lane.chainId) }, value: Number(isSo(lane)) }))
  return [
    {
      name: 'solstice_payouts_open',
      help: 'Payouts that are not confirmed yet, by chain and state',
      values: open.map(({ chain, state, count }) => ({ labels: { chain, state }, value: count })),
    },
    {
      name: 'solstice_payouts_held',
      help: 'Payouts that wait, by the reason',
      values: held.map(({ reason, count }) => ({ labels: { reason }, value: count })),
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
