import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import {
  referralText,
  traceReferralClaim,
  traceXpClaim,
  whyNoReferral,
  whyNoXp,
  type ClaimType,
  type InviteTerms,
  type NoClaim,
  type XpClaim,
} from '@solstice/rules/invite'
import { traceRefusedReferral, traceRefusedXp } from '@solstice/rules/refusal-trace'
import { seasonStatus } from '@solstice/rules/season'
import {
  loadProgramme,
  reloadProgramme,
  type Programme,
} from '#/modules/season/programme.service.ts'
import { lockMember } from '#/modules/users/users.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import type { Db } from '#/platform/process/db.ts'
import { insertHistory } from '#/platform/books/histories.ts'
import { post, transfer } from '#/platform/books/ledger.ts'
import { withTrace } from '#/platform/books/traces.ts'
import { refuse, type Refusal } from '#/platform/process/refusal.ts'
import {
  countInvitesFor,
  findClaimedTypes,
  findEarned,
  insertClaim,
  markClaimed,
  markVoid,
  type Earned,
} from './claim.queries.ts'
import { findAncestors } from './qualification.queries.ts'
import { currentTerms, eventSeason } from './terms.service.ts'

type Context = Pick<AppContext, 'db' | 'now' | 'shared'>
type XpType = Exclude<ClaimType, 'REFERRAL'>
type Available = CallData<'invite.availability'>['list'][number]
type Claimed = CallData<'invite.claim'>

const XP_TYPES: readonly XpType[] = ['FIRST_INVITE', 'TOTAL_INVITE']

function xpTerms(terms: InviteTerms, type: XpType): { goal: number; xp: number } {
  return type === 'FIRST_INVITE'
    ? { goal: 1, xp: terms.firstInviteXp }
    : { goal: terms.totalInviteCount, xp: terms.totalInviteXp }
}

/** Returns which rewards can be claimed now, and the reason for each that cannot. */
export async function claimsAvailable(
  ctx: Context,
  memberId: number,
  requestedSeasonId: number | undefined,
): Promise<CallData<'invite.availability'>> {
  const terms = await currentTerms(ctx.db)
  const seasonId = requestedSeasonId ?? (await eventSeason(ctx))?.seasonId
  const season = seasonId === undefined ? undefined : await loadProgramme(ctx, seasonId)
  const standing = await xpStanding(ctx.db, memberId, season)
  const now = ctx.now()
  const list = XP_TYPES.map((type): Available => {
    const { goal, xp } = xpTerms(terms, type)
    const reason = whyNoXp(xpClaimOf(standing, { type, goal, season, now }))
    return {
      type,
      available: reason === undefined,
      claimed: standing.claimed.has(type),
      amount: String(xp),
      reason: reason ?? null,
      progress: Math.min(countedFor(type, standing), goal),
      goal,
      claimableAt: null,
    }
  })
  return { list: [...list, referralAvailable(await classifyRewards(ctx.db, memberId, now), now)] }
}

type XpStanding = { invites: number; qualified: number; claimed: ReadonlySet<ClaimType> }

/**
 * The first invite counts at sign-up. Sign-ups cost nothing, so the total counts qualified friends
 * only.
 */
function countedFor(type: XpType, { invites, qualified }: XpStanding): number {
  return type === 'FIRST_INVITE' ? invites : qualified
}

async function xpStanding(
  db: Db,
  memberId: number,
  season: Programme | undefined,
): Promise<XpStanding> {
  if (!season) return { invites: 0, qualified: 0, claimed: new Set() }
  return {
    ...(await countInvitesFor(db, memberId, season)),
    claimed: await findClaimedTypes(db, { memberId, seasonId: season.seasonId }),
  }
}

function xpClaimOf(
  standing: XpStanding,
  request: { type: XpType; goal: number; season: Programme | undefined; now: Date },
): XpClaim {
  const { type, goal, season, now } = request
  const status = season && seasonStatus(season, now)
  const invites = countedFor(type, standing)
  return {
    season: status,
    isPaused: season?.pausedAt != null,
    invites,
    goal,
    claimed: standing.claimed.has(type),
  }
}

type ClassifiedRewards = {
  claimable: readonly Earned[]
  waiting: readonly Earned[]
  /** Friends who deleted their account or became part of a referral circle. */
  lost: readonly number[]
}

const sumOf = (earned: readonly Earned[]): bigint =>
  earned.reduce((sum, { amount }) => sum + amount, 0n)

/**
 * Checks the rewards again at the claim, because a referral circle may have closed while they
 * waited.
 */
export async function classifyRewards(
  db: Db,
  memberId: number,
  now: Date,
): Promise<ClassifiedRewards> {
  const earned = await findEarned(db, memberId)
  const ancestors = earned.length === 0 ? new Set<number>() : await findAncestors(db, memberId)
  const isLost = ({ friendId, friendGone }: Earned) => friendGone || ancestors.has(friendId)
  const real = earned.filter((each) => !isLost(each))
  const isReady = (each: Earned) => each.claimableAt <= now && each.friendActive
  return {
    claimable: real.filter(isReady),
    waiting: real.filter((each) => !isReady(each)),
    lost: earned.filter(isLost).map(({ friendId }) => friendId),
  }
}

export function unclaimedOf({ claimable, waiting }: ClassifiedRewards): bigint {
  return sumOf(claimable) + sumOf(waiting)
}

/**
 * Returns when the next reward becomes claimable. A reward that waits only for a suspended friend has
 * no date.
 */
function nextOf(waiting: readonly Earned[], now: Date): Date | undefined {
  return waiting.find(({ claimableAt }) => claimableAt > now)?.claimableAt
}

function referralAvailable({ claimable, waiting }: ClassifiedRewards, now: Date): Available {
  const amount = sumOf(claimable)
  const reason = whyNoReferral({ claimable: amount, waiting: sumOf(waiting) })
  return {
    type: 'REFERRAL',
    available: reason === undefined,
    claimed: false,
    amount: referralText(amount),
    reason: reason ?? null,
    progress: claimable.length,
    goal: claimable.length + waiting.length,
    claimableAt: nextOf(waiting, now)?.toISOString() ?? null,
  }
}

/**
 * Runs in the transaction of the call. The lock of the member's row serialises concurrent claims.
 */
export async function claimReward(
  tx: Db,
  ctx: Context,
  memberId: number,
  { type, seasonId }: { type: ClaimType; seasonId: number | undefined },
): Promise<Claimed> {
  await lockMember(tx, memberId)
  if (type === 'REFERRAL') return claimReferrals(tx, ctx, memberId)
  if (seasonId === undefined) throw refuse(Code.INVALID_REQUEST)
  return claimXp(tx, ctx, { memberId, type, seasonId })
}

async function claimXp(
  tx: Db,
  ctx: Context,
  request: { memberId: number; type: XpType; seasonId: number },
): Promise<Claimed> {
  const { memberId, type, seasonId } = request
  const now = ctx.now()
  const season = await reloadProgramme(ctx, tx, seasonId)
  const { goal, xp } = xpTerms(await currentTerms(tx), type)
  const standing = await xpStanding(tx, memberId, season)
  const claim = xpClaimOf(standing, { type, goal, season, now })
  const decided = traceXpClaim(claim, { claimType: type, xp })
  if (decided.reason) {
    const trace = traceRefusedXp(claim)
    throw refuseClaim(decided.reason, { trace, seasonVersion: season.version })
  }
  await insertClaim(tx, { memberId, type, seasonId, xp, at: now })
  const missionId = season.missions.find((mission) => mission.type === 'INVITE')?.missionId
  await insertHistory(tx, {
    memberId,
    seasonId,
    ...(missionId === undefined ? {} : { missionId }),
    tab: 'Earned',
    kind: 'INVITE',
    status: 'COMPLETED',
    xp,
    data: withTrace({ type }, decided.trace, season.version, ['claimType']),
    at: now,
  })
  await giveXp(tx, { ...request, xp, at: now })
  return { type, xp, amount: null, claimedAt: now.toISOString() }
}

/**
 * Credits season XP and spendable XP. It names no round, because invites do not count for a round's
 * pool.
 */
async function giveXp(
  tx: Db,
  given: { memberId: number; type: XpType; seasonId: number; xp: number; at: Date },
): Promise<void> {
  const { memberId, type, seasonId, at } = given
  const amount = BigInt(given.xp)
  const scope = `season:${seasonId}`
  await post(tx, {
    kind: 'INVITE',
    key: `invite:${seasonId}:${memberId}:${type}`,
    at,
    entries: (['SEASON_XP', 'XP'] as const).flatMap((asset) => [
      { holder: { member: memberId }, asset, scope, amount },
      { holder: { system: 'ISSUANCE' as const }, asset, scope, amount: -amount },
    ]),
    data: { type },
  })
}

async function claimReferrals(tx: Db, ctx: Context, memberId: number): Promise<Claimed> {
  const now = ctx.now()
  const classified = await classifyRewards(tx, memberId, now)
  const { claimable, waiting, lost } = classified
  const amount = sumOf(claimable)
  const reason = whyNoReferral({ claimable: amount, waiting: sumOf(waiting) })
  if (reason) {
    const trace = traceRefusedReferral({ claimable: amount, waiting: sumOf(waiting) })
    throw refuseClaim(reason, { trace }, nextOf(waiting, now))
  }
  await markVoid(tx, lost)
  const claimId = await insertClaim(tx, { memberId, type: 'REFERRAL', amount, at: now })
  await markClaimed(
    tx,
    claimable.map(({ friendId }) => friendId),
    claimId,
  )
  await transfer(tx, {
    kind: 'REFERRAL_CLAIM',
    key: `referral-claim:${claimId}`,
    at: now,
    from: { system: 'TREASURY' },
    to: { member: memberId },
    asset: 'REFERRAL',
    amount,
    data: withTrace({}, traceReferralClaim(claimable.length), undefined),
  })
  return { type: 'REFERRAL', xp: null, amount: referralText(amount), claimedAt: now.toISOString() }
}

/** Returns the reason with the code, so that the app can show a more specific message. */
function refuseClaim(
  reason: NoClaim,
  explained: Pick<Refusal['details'], 'trace' | 'seasonVersion'>,
  claimableAt?: Date,
) {
  const data = { reason, claimableAt: claimableAt?.toISOString() ?? null }
  switch (reason) {
    case 'ALREADY_CLAIMED':
      return refuse(Code.ALREADY_CLAIMED, { data, ...explained })
    case 'NO_SEASON':
    case 'SEASON_UPCOMING':
    case 'SEASON_ENDED':
    case 'SEASON_PAUSED':
      return refuse(Code.SEASON_NOT_OPEN, { data, ...explained })
    case 'NOT_ENOUGH_INVITES':
    case 'NOTHING_EARNED':
    case 'WAITING':
      return refuse(Code.NOTHING_TO_CLAIM, { data, ...explained })
  }
}
