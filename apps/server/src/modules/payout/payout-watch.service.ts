import type { AppContext, Reading } from '#/platform/process/context.ts'
import { countHeldByReason, countOpenByChain } from './payout.queries.ts'
import { findLanes, findSwitch } from './treasury.queries.ts'

/**
 * Returns the treasury metrics for alerting: chains, states and counts, without amounts or
 * addresses.
 */
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
      help: 'Waiting payouts by reason',
      values: held.map(({ reason, count }) => ({ labels: { reason }, value: count })),
    },
    {
      name: 'solstice_treasury_frozen',
      help: 'Whether signing is frozen on a chain until an operator unfreezes it',
      values: ofLanes(({ frozenAt }) => frozenAt !== null),
    },
    {
      name: 'solstice_treasury_low',
      help: 'Whether the treasury balance is too low for the waiting payouts of a chain',
      values: ofLanes(({ lowSince }) => lowSince !== null),
    },
    {
      name: 'solstice_treasury_stopped',
      help: 'Whether an operator has stopped all payouts',
      values: [{ labels: {}, value: Number(stoppedAt !== null) }],
    },
  ]
}
