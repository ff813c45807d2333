import type { CallData } from '@solstice/contract/wire'
import { checksumAddress, isSameAddress } from '@solstice/rules/address'
import { SECOND_MS } from '@solstice/rules/duration'
import { NATIVE_DECIMALS } from '@solstice/rules/network'
import type { PayoutHold } from '@solstice/rules/payout-hold'
import { programmeDayOf, startOfDay } from '@solstice/rules/programme-day'
import {
  programmeMonthOf,
  refusedRelay,
  RELAY_GAS_USUAL,
  RELAY_TTL_MS,
  relayQuota,
  startOfNextMonth,
  type RelayFacts,
} from '@solstice/rules/relay'
import type { PermitDomain } from '@solstice/rules/relay-intent'
import { tokenText } from '@solstice/rules/round'
import { readBaseFee, readTip } from '#/modules/chain/chain-reading.service.ts'
import { nodeOf } from '#/modules/chain/chain.service.ts'
import {
  contractsOnChain,
  enabledNetworks,
  type Contract,
  type Network,
} from '#/modules/network/network.service.ts'
import { contractForCalls, ensureContract } from '#/modules/payout/contract.service.ts'
import { isFrozen } from '#/modules/payout/lane.service.ts'
import { tierPositionOf } from '#/modules/season/member-tier.service.ts'
import { payoutHoldOf } from '#/modules/security/security.service.ts'
import { ChainError } from '#/platform/process/chain-error.ts'
import type { AppContext, ChainNode } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { countSends, hasOpenSend, sumFees } from './relay.queries.ts'
import { permitOf } from './token-permit.service.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'chains' | 'settings' | 'shared' | 'treasury'>
type Offer = CallData<'relay.offer'>

const nameOf = (chainId: number) => ({ chainId, kind: 'RELAY', token: null }) as const

/** Deploys the contract on every network with a budget. */
export async function prepareRelays(
  ctx: Pick<AppContext, 'db' | 'now' | 'settings' | 'payouts' | 'treasury'>,
): Promise<void> {
  const { relayFeesPerDay } = ctx.settings
  for (const { chainId } of await enabledNetworks(ctx)) {
    if (!relayFeesPerDay?.has(chainId)) continue
    await ctx.db.transaction((tx) => ensureContract(tx, ctx, nameOf(chainId)))
  }
}

export type RelayFees = {
  /** The fee that a send will probably cost, and the most that it may cost. */
  expected: (gas: bigint) => bigint
  most: (gas: bigint) => bigint
}

export async function readRelayFees(node: ChainNode): Promise<RelayFees> {
  const base = await readBaseFee(node)
  const tip = await readTip(node)
  return { expected: (gas) => gas * (base + tip), most: (gas) => gas * (2n * base + tip) }
}

/** Reads the facts that the rule needs, for the offer and for the send itself. */
export async function relayFacts(
  db: Db,
  ctx: Pick<AppContext, 'now' | 'settings' | 'shared'>,
  of: { memberId: number; chainId: number; fee: bigint },
): Promise<RelayFacts> {
  const { memberId, chainId, fee } = of
  const now = ctx.now()
  const txContext = { ...ctx, db }
  const { fees } = await sumFees(db, { chainId, since: startOfDay(programmeDayOf(now)) })
  return {
    ...(await countSends(db, { memberId, month: programmeMonthOf(now) })),
    quota: relayQuota(await tierPositionOf(txContext, memberId)),
    hold: await payoutHoldOf(txContext, memberId),
    fee,
    feesToday: fees,
    feesPerDay: ctx.settings.relayFeesPerDay?.get(chainId),
  }
}

/** A token that the programme lists on an enabled network. */
export type ListedToken = { network: Network; token: Contract & { address: string } }

export async function listedToken(
  ctx: Pick<AppContext, 'db'>,
  of: { chainId: number; token: string },
): Promise<ListedToken | undefined> {
  const network = (await enabledNetworks(ctx)).find(({ chainId }) => chainId === of.chainId)
  if (!network) return undefined
  for (const token of await contractsOnChain(ctx, network.chainId)) {
    const { address } = token
    if (address !== null && isSameAddress(address, of.token)) {
      return { network, token: { ...token, address } }
    }
  }
  return undefined
}

/** Tells a member, before anything is signed, whether the fee of a send is paid and how many are left. */
export async function showOffer(
  ctx: Context,
  { memberId, walletAddress }: { memberId: number; walletAddress: string | null },
  { chainId, token }: { chainId: number; token: string },
): Promise<Offer> {
  const listed = await listedToken(ctx, { chainId, token })
  const facts = await relayFacts(ctx.db, ctx, { memberId, chainId, fee: 0n })
  const refusal = refusedRelay(facts)
  if (refusal) return offerOf(ctx, facts, refusal)
  if (!listed || walletAddress === null || !ctx.treasury) return offerOf(ctx, facts, 'NOT_OFFERED')
  // A send that waits until the treasury resumes would expire.
  if (await isFrozen(ctx.db, chainId)) return offerOf(ctx, facts, 'BUDGET')
  const contract = await contractForCalls(ctx.db, nameOf(chainId))
  if (!contract) return offerOf(ctx, facts, 'PREPARING')
  const open = { memberId, chainId, token: listed.token.address.toLowerCase() }
  if (await hasOpenSend(ctx.db, open)) return offerOf(ctx, facts, 'UNDER_WAY')
  const found = await readTerms(ctx, listed, walletAddress)
  if (found === 'silent') return offerOf(ctx, facts, 'NOT_OFFERED')
  const { permit, fees } = found
  if (!permit) return offerOf(ctx, facts, 'TOKEN')
  const refused = refusedRelay({ ...facts, fee: fees.most(RELAY_GAS_USUAL) })
  if (refused) return offerOf(ctx, facts, refused)
  const { name, version, nonce } = permit
  return {
    ...offerOf(ctx, facts, 'READY'),
    signed: {
      relay: checksumAddress(contract.address),
      permit: { name, version, nonce: nonce.toString() },
      deadline: Math.floor((ctx.now().getTime() + RELAY_TTL_MS) / SECOND_MS),
      fee: tokenText(fees.expected(RELAY_GAS_USUAL), NATIVE_DECIMALS),
    },
  }
}

/** A silent node makes no offer, because the send could not be submitted either. */
async function readTerms(
  ctx: Context,
  { network, token }: ListedToken,
  owner: string,
): Promise<{ permit: PermitDomain | undefined; fees: RelayFees } | 'silent'> {
  const { chainId } = network
  try {
    const node = await nodeOf(ctx, network)
    const permit = await permitOf(node, { chainId, token: token.address, owner })
    return { permit, fees: await readRelayFees(node) }
  } catch (error) {
    if (error instanceof ChainError) return 'silent'
    throw error
  }
}

function offerOf(
  { now }: Pick<AppContext, 'now'>,
  { quota, used, hold }: Pick<RelayFacts, 'quota' | 'used'> & { hold: PayoutHold | undefined },
  offer: Offer['offer'],
): Offer {
  return {
    offer,
    quota,
    used: Math.min(used, quota),
    resetsAt: startOfNextMonth(now()).toISOString(),
    heldUntil: hold?.until?.toISOString() ?? null,
    signed: null,
  }
}

/** Lists the budgets for operators. */
export async function listBudgets(
  ctx: Pick<AppContext, 'db' | 'now' | 'settings'>,
): Promise<CallData<'relay.budgets'>> {
  const since = startOfDay(programmeDayOf(ctx.now()))
  const list: CallData<'relay.budgets'>['list'] = []
  for (const { chainId, name, symbol } of await enabledNetworks(ctx)) {
    const feesPerDay = ctx.settings.relayFeesPerDay?.get(chainId)
    if (feesPerDay === undefined) continue
    const { fees, sends } = await sumFees(ctx.db, { chainId, since })
    const contract = await contractForCalls(ctx.db, nameOf(chainId))
    list.push({
      chainId,
      networkName: name,
      symbol,
      feesPerDay: tokenText(feesPerDay, NATIVE_DECIMALS),
      feesToday: tokenText(fees, NATIVE_DECIMALS),
      sendsToday: sends,
      relay: contract ? checksumAddress(contract.address) : null,
    })
  }
  return { list }
}
