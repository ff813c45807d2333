import { z } from 'zod'
import type { SeasonPlan } from '@solstice/rules/season-plan'
import { encodeAction, sampleValues } from '@solstice/rules/signing/contract-action'
import { effectsIn, type Effect } from '@solstice/rules/signing/simulated-effects'
import { networkByChain } from '#/modules/network/network.service.ts'
import {
  actionOf,
  keyOf,
  type ActionTests,
  type ActionVerdict,
  type TestedAction,
} from '#/modules/season/action-problems.service.ts'
import type { AppContext } from '#/platform/process/context.ts'

type Context = Pick<AppContext, 'db' | 'chains' | 'log'>

/** An address without assets, which stands for any member. */
const ANY_MEMBER = '0x00000000000000000000000000000000005015ce'
const ENOUGH_COIN = '0xde0b6b3a7640000'

const data = z.string().regex(/^0x(?:[0-9a-f]{2})*$/i)
const simulated = z.tuple([
  z.object({
    calls: z.tuple([
      z.object({
        status: z.enum(['0x0', '0x1']),
        logs: z
          .array(z.object({ address: data, topics: z.array(data).max(4), data }))
          .max(1000)
          .default([]),
      }),
    ]),
  }),
])

/**
 * Simulates every action of a plan on its chain, before any transaction begins. A node that does
 * not simulate leaves the action untested, and an untested action is not published.
 */
export async function testActions(ctx: Context, plan: SeasonPlan): Promise<ActionTests> {
  const verdicts = new Map<string, ActionVerdict | undefined>()
  for (const mission of plan.missions) {
    const tested = actionOf(mission)
    if (tested && !verdicts.has(keyOf(tested))) {
      verdicts.set(keyOf(tested), await testAction(ctx, tested))
    }
  }
  return verdicts
}

async function testAction(
  ctx: Context,
  { chainId, contract, action }: TestedAction,
): Promise<ActionVerdict | undefined> {
  try {
    const network = await networkByChain(ctx, chainId)
    if (!network) return 'MISSION_ACTION_UNTESTED'
    const node = ctx.chains.node(network)
    // A call to an address without code succeeds and does nothing.
    if ((await node.call('eth_getCode', [contract, 'latest'])) === '0x') {
      return 'MISSION_ACTION_FAILS'
    }
    const call = {
      from: ANY_MEMBER,
      to: contract,
      value: `0x${BigInt(action.value).toString(16)}`,
      data: encodeAction(action, ANY_MEMBER, sampleValues(action)),
    }
    const stateOverrides = { [ANY_MEMBER]: { balance: ENOUGH_COIN } }
    const request = { blockStateCalls: [{ stateOverrides, calls: [call] }], traceTransfers: true }
    const reply = simulated.parse(await node.call('eth_simulateV1', [request, 'latest']))
    const [{ calls }] = reply
    if (calls[0].status === '0x0') return 'MISSION_ACTION_FAILS'
    return verdictOn(effectsIn(calls[0].logs), { contract, value: BigInt(action.value) })
  } catch (error) {
    ctx.log.warn({ err: error, chainId }, 'An action of a mission could not be simulated')
    return 'MISSION_ACTION_UNTESTED'
  }
}

/** Only the coin that the plan names may move, and only to the contract that it names. */
function verdictOn(
  effects: readonly Effect[],
  { contract, value }: { contract: string; value: bigint },
): ActionVerdict | undefined {
  const approves = effects.some((effect) => 'owner' in effect)
  if (approves) return 'MISSION_ACTION_APPROVES'
  const isNamed = (effect: Effect) =>
    effect.kind === 'moved' &&
    effect.contract === null &&
    effect.from === ANY_MEMBER &&
    effect.to === contract.toLowerCase() &&
    effect.amount === value
  return effects.every(isNamed) && effects.length <= 1 ? undefined : 'MISSION_ACTION_MOVES'
}
