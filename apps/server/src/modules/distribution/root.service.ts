import { DAY_MS, HOUR_MS } from '@solstice/rules/duration'
import { nextFunding } from '@solstice/rules/distribution'
import { giveUpCalls } from '#/modules/payout/call-request.service.ts'
import { ensureContract } from '#/modules/payout/contract.service.ts'
import { isTreasuryAccount } from '#/modules/payout/lane.service.ts'
import { capsFor, tokenOf, type PayoutListener } from '#/modules/payout/payout.service.ts'
import { wakeRoots } from '#/modules/season/root.queue.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import {
  ensureDistributor,
  findDistributors,
  findOwedTokens,
  findRoot,
  FROM_START,
  insertRoot,
  lockDistributor,
  lockRootOf,
  saveDistributor,
  saveRoot,
  type DeployedDistributor,
  type Distributor,
} from './distributor.queries.ts'
import { countInFlight } from './reward-claim.queries.ts'
import { checkNext, collectNext, leaveNext, releaseNext } from './root-entries.service.ts'
import { deleteEarlierNodes, deletePrepared, saveNodes } from './root-nodes.queries.ts'
import { hashRoot } from './root-tree.service.ts'
import { wakeClaims } from './distribution.queue.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'payouts' | 'treasury' | 'log' | 'atFaultPoint'>

/** 'more' can continue at once, 'waiting' when a call is final, 'idle' when rewards are owed. */
type Progress = 'more' | 'waiting' | 'idle'

/** A call that failed is requested again after this time. */
const RETRY_AFTER_MS = HOUR_MS
/** Without a settled round, a new root begins at most once in this time. */
const ROOT_EVERY_MS = DAY_MS

/**
 * Takes one step towards the next root of each token. Every step commits with its position, so an
 * interrupted root continues where it was. Returns whether there is more to do at once.
 */
export async function buildRoots(
  ctx: Context,
  { start, batch }: { start: boolean; batch?: number },
): Promise<'more' | 'done'> {
  const { treasury } = ctx
  if (!treasury) return 'done'
  for (const token of await findOwedTokens(ctx.db)) {
    const found = await tokenOf(ctx.db, token)
    if (!found?.contract) continue
    const { chainId, contract } = found
    const of = { ...token, chainId, token: contract.toLowerCase(), account: treasury.address }
    await ensureDistributor(ctx.db, of, ctx.now())
  }
  let isMore = false
  for (const distributor of await findDistributors(ctx.db)) {
    const progress =
      distributor.account === treasury.address
        ? await takeStep(ctx, distributor, { start, batch })
        : await retire(ctx, distributor, batch)
    if (progress === 'more') isMore = true
  }
  return isMore ? 'more' : 'done'
}

async function takeStep(
  ctx: Context,
  distributor: Distributor,
  { start, batch }: { start: boolean; batch: number | undefined },
): Promise<Progress> {
  if (distributor.step === 'HASHING') return prepareRoot(ctx, distributor)
  const progress = await ctx.db.transaction(async (tx) => {
    const locked = await lockDistributor(tx, distributor.id)
    if (!locked) return 'idle'
    if (locked.step === 'IDLE') return startRoot(tx, ctx, locked, start)
    // Rewards that are owed only now need another root right after this one.
    if (start) await saveDistributor(tx, locked.id, { startedAt: null })
    const deployed = deployedOf(locked)
    switch (locked.step) {
      case 'COLLECTING':
        return collect(tx, ctx, deployed, batch)
      case 'FUNDING':
        return fund(tx, ctx, deployed)
      case 'CHECKING':
        return check(tx, ctx, deployed, batch)
      case 'HASHING':
        return 'more'
      case 'POSTING':
        return postRoot(tx, ctx, deployed)
      case 'RELEASING':
        return release(tx, ctx, deployed, batch)
    }
  })
  ctx.atFaultPoint?.('root-step')
  return progress
}

function deployedOf(distributor: Distributor): DeployedDistributor {
  const { contract } = distributor
  if (contract === null) throw new Error(`Distributor ${distributor.id} has no contract`)
  return { ...distributor, contract }
}

/**
 * Ends the root in the making of a distributor that obeys an earlier account of the treasury, so that
 * its rewards enter a root of the present account. A root that is posted is released.
 */
function retire(ctx: Context, of: Distributor, batch: number | undefined): Promise<Progress> {
  return ctx.db.transaction(async (tx) => {
    const locked = of.step === 'IDLE' ? undefined : await lockDistributor(tx, of.id)
    if (!locked || locked.step === 'IDLE') return 'idle'
    const distributor = deployedOf(locked)
    const { id, chainId, contract } = distributor
    if (distributor.step === 'RELEASING') return release(tx, ctx, distributor, batch)
    // Until an operator has adopted the new account, the old one may come back.
    if (!(await isTreasuryAccount(tx, chainId, ctx.treasury?.address))) return 'waiting'
    const why = 'The treasury has another account'
    const calls = { chainId, contract, purposes: ['FUND', 'ROOT'] as const, why }
    const ended = await giveUpCalls(tx, ctx, calls)
    if (!ended) return 'waiting'
    for (const payout of ended) {
      const listener = payout.purpose === 'FUND' ? fundListener : rootListener
      await listener.failed(tx, ctx, payout, { by: 'OPERATOR', why })
    }
    await deletePrepared(tx, distributor)
    const removed = await leaveNext(tx, distributor, batch)
    if (removed === undefined) {
      await wakeRoots(tx, ctx)
      return abandon(tx, distributor)
    }
    const increase = distributor.increase - removed
    await saveDistributor(tx, id, { step: 'CHECKING', increase })
    return 'more'
  })
}

async function startRoot(
  tx: Db,
  ctx: Context,
  distributor: Distributor,
  start: boolean,
): Promise<Progress> {
  const { id, chainId, token, symbol, decimals, startedAt, number } = distributor
  const now = ctx.now()
  const isDue = !startedAt || now.getTime() - startedAt.getTime() >= ROOT_EVERY_MS
  if (!start && !isDue) return 'idle'
  const owed = await findOwedTokens(tx)
  if (!owed.some((each) => each.symbol === symbol && each.decimals === decimals)) return 'idle'
  const deployed = await ensureContract(tx, ctx, { chainId, kind: 'DISTRIBUTOR', token })
  if (!deployed) return 'waiting'
  const contract = deployed.address.toLowerCase()
  if (distributor.contract !== null && distributor.contract !== contract) {
    ctx.log.error(
      { distributor: id, contract },
      'The sums of a distributor are of another contract',
    )
    return 'waiting'
  }
  const begin = { ...FROM_START, step: 'COLLECTING', number: number + 1, startedAt: now } as const
  await saveDistributor(tx, id, { ...begin, contract })
  return 'more'
}

async function collect(
  tx: Db,
  ctx: Context,
  distributor: DeployedDistributor,
  batch: number | undefined,
): Promise<Progress> {
  const { id, increase } = distributor
  const collected = await collectNext(tx, ctx, distributor, batch)
  if (collected) {
    await saveDistributor(tx, id, { ...collected.cursor, increase: increase + collected.added })
    return 'more'
  }
  if (increase === 0n) return abandon(tx, distributor)
  await saveDistributor(tx, id, { step: 'FUNDING', ...FROM_START })
  return 'more'
}

/** No reward entered the root, so its number is used by the next one. */
async function abandon(tx: Db, { id, number }: Distributor): Promise<Progress> {
  await saveDistributor(tx, id, { step: 'IDLE', number: number - 1, ...FROM_START })
  return 'idle'
}

/**
 * Requests what the contract lacks and waits until it has arrived: one transfer at a time, each within
 * the daily cap.
 */
async function fund(tx: Db, ctx: Context, distributor: DeployedDistributor): Promise<Progress> {
  const { id, chainId, contract, token, symbol, decimals } = distributor
  const { posted, increase, funded, funding, fundings, retryAt } = distributor
  const missing = posted + increase - funded
  if (missing <= 0n) {
    await saveDistributor(tx, id, { step: 'CHECKING', ...FROM_START })
    return 'more'
  }
  if (funding > 0n || (retryAt && ctx.now() < retryAt)) return 'waiting'
  const caps = await capsFor(tx, { symbol, decimals })
  const amount = nextFunding(missing, caps?.perDay)
  const key = `fund:${id}:${fundings + 1}`
  const of = { chainId, contract, token: { contract: token, symbol, decimals }, amount }
  await ctx.payouts.requestCall(tx, { purpose: 'FUND', key, ...of })
  await saveDistributor(tx, id, { funding: amount, fundings: fundings + 1, retryAt: null })
  return 'waiting'
}

async function check(
  tx: Db,
  ctx: Context,
  distributor: DeployedDistributor,
  batch: number | undefined,
): Promise<Progress> {
  const { id, increase } = distributor
  const checked = await checkNext(tx, ctx, distributor, batch)
  if (checked) {
    const { afterMember, removed } = checked
    await saveDistributor(tx, id, { afterMember, increase: increase - removed })
    return 'more'
  }
  if (increase === 0n) return abandon(tx, distributor)
  await saveDistributor(tx, id, { step: 'HASHING', ...FROM_START })
  return 'more'
}

/** Hashes outside a transaction, because it takes seconds; amounts do not change in this step. */
async function prepareRoot(ctx: Context, before: Distributor): Promise<Progress> {
  const hashed = await hashRoot(ctx, deployedOf(before))
  ctx.atFaultPoint?.('root-hashed')
  await ctx.db.transaction(async (tx) => {
    const distributor = await lockDistributor(tx, before.id)
    if (distributor?.step !== 'HASHING' || distributor.number !== before.number) return
    const { id, chainId, token, number, posted, increase } = distributor
    const { contract } = deployedOf(distributor)
    const { root, total, leaves, nodes } = hashed
    if (total !== posted + increase) {
      throw new Error(`The amounts of distributor ${id} differ from their sum`)
    }
    const at = { chainId, token, contract, number }
    const createdAt = ctx.now()
    await insertRoot(tx, { ...at, root, total, leaves, state: 'PREPARED', createdAt })
    const made = await findRoot(tx, at)
    if (!made) throw new Error('The new root was not found')
    await saveNodes(tx, made.id, nodes)
    await saveDistributor(tx, id, { step: 'POSTING' })
  })
  ctx.atFaultPoint?.('root-step')
  return 'more'
}

/** Claims in flight are proved against the root before, so they must be final first. */
async function postRoot(tx: Db, ctx: Context, distributor: DeployedDistributor): Promise<Progress> {
  const { id, chainId, contract, retryAt } = distributor
  const root = await findRoot(tx, distributor)
  if (root?.state !== 'PREPARED') return 'waiting'
  if (retryAt && ctx.now() < retryAt) return 'waiting'
  if ((await countInFlight(tx, distributor)) > 0) return 'waiting'
  const key = `root:${root.id}`
  const call = { purpose: 'ROOT', key, chainId, contract, subject: root.id } as const
  const payoutId = await ctx.payouts.requestCall(tx, call)
  await saveRoot(tx, root.id, { state: 'POSTING', payoutId })
  await saveDistributor(tx, id, { retryAt: null })
  return 'waiting'
}

async function release(
  tx: Db,
  ctx: Context,
  distributor: DeployedDistributor,
  batch: number | undefined,
): Promise<Progress> {
  const released = await releaseNext(tx, ctx, distributor, batch)
  if (released) {
    await saveDistributor(tx, distributor.id, released)
    return 'more'
  }
  await deleteEarlierNodes(tx, distributor)
  await saveDistributor(tx, distributor.id, { step: 'IDLE', ...FROM_START })
  await wakeClaims(tx, ctx, distributor.chainId)
  return 'more'
}

/**
 * Counts transfers to the contract; one that failed is requested again. A transfer that was counted
 * before was reopened by a rollback of the chain: it counts once, and no longer if it fails now.
 */
export const fundListener: PayoutListener = {
  confirmed: async (tx, ctx, { key, amount }) => {
    const { distributor, isCounted } = await lockFunded(tx, key)
    if (isCounted) return
    const funded = distributor.funded + amount
    await saveDistributor(tx, distributor.id, { funded, funding: 0n })
    await wakeRoots(tx, ctx, { start: false })
  },
  failed: async (tx, ctx, { key, amount }) => {
    const { distributor, isCounted } = await lockFunded(tx, key)
    const retryAt = new Date(ctx.now().getTime() + RETRY_AFTER_MS)
    const change = isCounted ? { funded: distributor.funded - amount } : { funding: 0n }
    await saveDistributor(tx, distributor.id, { ...change, retryAt })
  },
}

/** Returns the distributor of a transfer. Only its last transfer can be one that does not count yet. */
async function lockFunded(
  tx: Db,
  key: string,
): Promise<{ distributor: Distributor; isCounted: boolean }> {
  const [, id, number] = /^fund:(\d+):(\d+)$/.exec(key) ?? []
  const distributor = id === undefined ? undefined : await lockDistributor(tx, Number(id))
  if (!distributor) throw new Error('Invalid key of a funding')
  const isOpen = distributor.fundings === Number(number) && distributor.funding > 0n
  return { distributor, isCounted: !isOpen }
}

/** Once the root is final its rewards are released; a root that failed is posted again. */
export const rootListener: PayoutListener = {
  confirmed: async (tx, ctx, { subject }) => {
    const found = await lockRootOf(tx, subject ?? 0)
    if (!found) throw new Error(`There is no root ${subject}`)
    const { root, distributor } = found
    // Called again if a rollback of the chain reopened the payout; the next root may be in the making.
    if (root.state === 'POSTED') return
    const { id, posted, increase } = distributor
    await saveRoot(tx, root.id, { state: 'POSTED', postedAt: ctx.now() })
    const released = { posted: posted + increase, increase: 0n, step: 'RELEASING' } as const
    await saveDistributor(tx, id, { ...released, ...FROM_START })
    await wakeRoots(tx, ctx, { start: false })
  },
  failed: async (tx, ctx, { subject }) => {
    const found = await lockRootOf(tx, subject ?? 0)
    if (!found) throw new Error(`There is no root ${subject}`)
    await saveRoot(tx, found.root.id, { state: 'PREPARED', payoutId: null })
    const retryAt = new Date(ctx.now().getTime() + RETRY_AFTER_MS)
    await saveDistributor(tx, found.distributor.id, { retryAt })
  },
}
