import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { checksumAddress } from '@solstice/rules/address'
import type { PayoutHold } from '@solstice/rules/payout-hold'
import { tokenText } from '@solstice/rules/round'
import { payoutHoldOf } from '#/modules/security/security.service.ts'
import { lockMember } from '#/modules/users/users.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { offsetOf, pageOf, type PageQuery } from '#/platform/process/page.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { wakeClaims } from './distribution.queue.ts'
import type { Distributor } from './distributor.queries.ts'
import {
  findClaimable,
  findClaims,
  findNamed,
  findRootPage,
  findRootRewards,
  type MemberReward,
  type ShownClaim,
} from './reward-claim.queries.ts'
import { openClaims } from './root-entries.queries.ts'

type Context = Pick<AppContext, 'db' | 'now'>
type View = CallData<'distribution.mine'>
type ClaimView = View['claims'][number]

/** Returns what a member can claim, what is under way, and what waits for a root. */
export async function showClaims(ctx: Context, memberId: number): Promise<View> {
  const [rewards, claims, hold] = await Promise.all([
    findRootRewards(ctx.db, memberId),
    findClaims(ctx.db, memberId),
    payoutHoldOf(ctx, memberId),
  ])
  const known = await findNamed(
    ctx.db,
    rewards.flatMap(({ distributorId }) => distributorId ?? []),
    claims.map(({ claim: { chainId, contract } }) => ({ chainId, contract })),
  )
  const views: ClaimView[] = []
  for (const distributor of known) {
    for (const address of addressesOf(distributor, rewards, claims)) {
      views.push(claimView(distributor, address, rewards, claims))
    }
  }
  return {
    claims: views,
    waiting: rewards
      .filter(({ state }) => state === 'OWED')
      .map((reward) => waitingView(reward, hold)),
  }
}

/** A claim belongs to a distributor and an address; rewards of an old wallet stay there. */
function addressesOf(
  { id, chainId, contract }: Distributor,
  rewards: readonly MemberReward[],
  claims: readonly ShownClaim[],
): string[] {
  const rewarded = rewards.flatMap(({ distributorId, state, address }) =>
    distributorId === id && state === 'CLAIMABLE' && address !== null ? address : [],
  )
  const claimed = claims.flatMap(({ claim }) =>
    claim.chainId === chainId && claim.contract === contract ? claim.address : [],
  )
  return Array.from(new Set([...rewarded, ...claimed]))
}

function claimView(
  { id, chainId, token, contract, symbol, decimals }: Distributor,
  address: string,
  rewards: readonly MemberReward[],
  claims: readonly ShownClaim[],
): ClaimView {
  const own = claims.filter(
    ({ claim }) =>
      claim.chainId === chainId && claim.contract === contract && claim.address === address,
  )
  const open = own.find(({ claim }) => claim.state === 'WAITING' || claim.state === 'SENDING')
  const paid = own.find(({ claim }) => claim.state === 'PAID')?.claim
  const claimable = rewards.filter(
    (reward) =>
      reward.distributorId === id && reward.state === 'CLAIMABLE' && reward.address === address,
  )
  const sum = claimable.reduce((total, { amount }) => total + amount, 0n)
  const text = (units: bigint) => tokenText(units, decimals)
  return {
    chainId,
    token: checksumAddress(token),
    symbol,
    decimals,
    address: checksumAddress(address),
    ready: text(open ? 0n : sum),
    claiming: text(open ? sum : 0n),
    state: open ? (open.claim.state === 'SENDING' ? 'SENDING' : 'WAITING') : null,
    txHash: open?.sentHash ?? null,
    paid:
      paid?.txHash && paid.endedAt
        ? { amount: text(paid.amount), txHash: paid.txHash, at: paid.endedAt.toISOString() }
        : null,
    rounds: claimable.map((reward) => roundView(reward)),
  }
}

const roundView = (reward: MemberReward) => ({
  roundId: reward.roundId,
  seasonId: reward.seasonId,
  number: reward.number,
  startAt: reward.startAt.toISOString(),
  endAt: reward.endAt.toISOString(),
  amount: tokenText(reward.amount, reward.decimals),
})

function waitingView(reward: MemberReward, hold: PayoutHold | undefined): View['waiting'][number] {
  const isInRoot = reward.distributorId !== null
  return {
    ...roundView(reward),
    symbol: reward.symbol,
    why: isInRoot ? 'POSTING' : (hold?.why ?? 'NEXT_ROOT'),
    until: (!isInRoot && hold?.until?.toISOString()) || null,
  }
}

/**
 * Opens a claim for everything that is ready. A claim that is under way stays as it is, so a repeated
 * call changes nothing.
 */
export async function claimRewards(tx: Db, ctx: Context, memberId: number): Promise<View> {
  const txContext = { db: tx, now: ctx.now }
  await lockMember(tx, memberId)
  if (!(await openClaimsOf(tx, ctx, memberId))) throw refuse(Code.NOTHING_TO_CLAIM)
  return showClaims(txContext, memberId)
}

/**
 * Opens the claims of a member, also when the account is deleted, because nobody will ask for them
 * afterwards. Returns whether there was anything to claim.
 */
export async function openClaimsOf(
  tx: Db,
  ctx: Pick<AppContext, 'now'>,
  memberId: number,
): Promise<boolean> {
  const claimable = await findClaimable(tx, memberId)
  const ids = claimable.flatMap(({ distributorId }) => distributorId ?? [])
  for (const distributor of await findNamed(tx, ids, [])) {
    const { id, chainId, contract, token, step, number } = distributor
    if (contract === null) continue
    const opened = claimable.flatMap(({ distributorId, address }) =>
      distributorId === id && address !== null ? { address, memberId } : [],
    )
    const postedNumber = step === 'IDLE' || step === 'RELEASING' ? number : number - 1
    await openClaims(tx, { chainId, contract, token }, opened, { postedNumber, at: ctx.now() })
    await wakeClaims(tx, ctx, chainId)
  }
  return claimable.length > 0
}

/** Lists the roots for operators. */
export async function listRoots(
  { db }: Pick<AppContext, 'db'>,
  query: PageQuery,
): Promise<CallData<'distribution.roots'>> {
  const { size: limit } = query
  const { list, totalCount } = await findRootPage(db, { limit, offset: offsetOf(query) })
  const roots = list.map(({ root, symbol, decimals, posted, claimed }) => ({
    rootId: root.id,
    chainId: root.chainId,
    symbol,
    contract: checksumAddress(root.contract),
    number: root.number,
    root: `0x${root.root.toString('hex')}`,
    total: tokenText(root.total, decimals),
    recipients: root.leaves,
    state: root.state,
    payoutId: root.payoutId,
    createdAt: root.createdAt.toISOString(),
    postedAt: root.postedAt?.toISOString() ?? null,
    distributed: tokenText(posted, decimals),
    claimed: tokenText(claimed, decimals),
  }))
  return pageOf(query, roots, totalCount)
}
