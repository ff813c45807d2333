import { afterQuietHours, DEFAULT_QUIET_HOURS } from '@solstice/rules/alert'
import type { CallData, CallInput } from '@solstice/contract/wire'
import type { AppContext } from '#/platform/process/context.ts'
import {
  countAudience,
  findSample,
  type Audience,
  type ReachGroup,
  type Recipients,
} from './audience.queries.ts'
import { findCampaignsNear } from './campaign.queries.ts'
import { findSeasons } from './moment.queries.ts'

type Context = Pick<AppContext, 'db' | 'now'>

type IdName = 'seasonId' | 'tierId' | 'notSeasonId' | 'notTierId'
/** The query of a count as it was parsed, with its ids as numbers. */
type Query = Omit<CallInput<'notice.countAudience'>['query'], 'at' | IdName> & {
  [Name in IdName]?: number | undefined
}

/** Reads the facts of a query; those of left-out members begin with `not`. */
export function recipientsOf(query: Query): Recipients {
  return {
    audience: given({
      language: query.language,
      wallet: query.wallet,
      joinedFrom: query.joinedFrom,
      joinedBefore: query.joinedBefore,
      seasonId: query.seasonId,
      tierId: query.tierId,
      lastCheckInBefore: query.lastCheckInBefore,
      bought: query.bought,
    }),
    exclude: given({
      language: query.notLanguage,
      wallet: query.notWallet,
      joinedFrom: query.notJoinedFrom,
      joinedBefore: query.notJoinedBefore,
      seasonId: query.notSeasonId,
      tierId: query.notTierId,
      lastCheckInBefore: query.notLastCheckInBefore,
      bought: query.notBought,
    }),
  }
}

const given = (facts: Audience): Audience =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))

export type Reached = CallData<'notice.countAudience'>

/** Counts whom a campaign would reach at a time. */
export async function reachOf(ctx: Context, recipients: Recipients, at: Date): Promise<Reached> {
  const others = await findCampaignsNear(ctx.db, at)
  const { isEstimate, lines, groups } = await countAudience(ctx.db, recipients, { others })
  const sum = (of: (group: ReachGroup) => boolean, value: 'members' | 'devices') =>
    Math.round(groups.filter(of).reduce((total, group) => total + group[value], 0))
  const isIn = (group: ReachGroup) => group.passed === lines.length
  const isReached = (group: ReachGroup) => isIn(group) && group.isReachable
  const isOff = (group: ReachGroup) => isIn(group) && !group.isReachable
  return {
    members: sum(isReached, 'members'),
    devices: sum(isReached, 'devices'),
    switchedOff: { members: sum(isOff, 'members'), devices: sum(isOff, 'devices') },
    asleep: sum((group) => isReached(group) && isAsleep(group, at), 'members'),
    secondPush: sum((group) => isReached(group) && group.isSecond, 'members'),
    lines: lines.map((line, index) => ({
      ...line,
      members: sum(({ passed, isReachable }) => isReachable && passed > index, 'members'),
    })),
    isEstimate,
    countedAt: ctx.now().toISOString(),
  }
}

function isAsleep({ quiet }: ReachGroup, at: Date): boolean {
  const hours = quiet
    ? { ...quiet, from: quiet.fromMinute, to: quiet.toMinute }
    : DEFAULT_QUIET_HOURS
  return afterQuietHours(hours, at) > at
}

const SAMPLE_SIZE = 20

export async function sampleAudience(
  ctx: Context,
  query: Query,
): Promise<CallData<'notice.sampleAudience'>> {
  const { list, isPartial } = await findSample(ctx.db, recipientsOf(query), SAMPLE_SIZE)
  return {
    list: list.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
    isPartial,
  }
}

export async function listSeasons(ctx: Context): Promise<CallData<'notice.listSeasons'>> {
  const { list, rounds, tiers } = await findSeasons(ctx.db)
  const times = ({ startAt, endAt }: { startAt: Date; endAt: Date }) => ({
    startAt: startAt.toISOString(),
    endAt: endAt.toISOString(),
  })
  return {
    list: list.map(({ seasonId, title, ...season }) => ({
      seasonId,
      title,
      ...times(season),
      rounds: rounds
        .filter((round) => round.seasonId === seasonId)
        .map(({ number, ...round }) => ({ number, ...times(round) })),
      tiers: tiers
        .filter((tier) => tier.seasonId === seasonId)
        .map(({ tierId, name }) => ({ tierId, name })),
    })),
  }
}
