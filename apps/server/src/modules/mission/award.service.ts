import type { CallData } from '@solstice/contract/wire'
import { Code } from '@solstice/contract/codes'
import { levelOf } from '@solstice/rules/level'
import { missionAvailability } from '@solstice/rules/mission'
import { programmeDayOf } from '@solstice/rules/programme-day'
import { countsForRound, roundAt } from '@solstice/rules/round'
import { tierOf, type BonusInputs } from '@solstice/rules/tier'
import type { Trace } from '@solstice/rules/trace'
import { qualificationInsert } from '#/modules/invite/invite.queue.ts'
import { enqueueAggregation } from '#/modules/season/ranking.queue.ts'
import type { Programme } from '#/modules/season/programme.service.ts'
import { memberStanding, statusFrom } from '#/modules/season/season.service.ts'
import { violatedCheck, violatedUnique, type Db } from '#/platform/process/db.ts'
import { historyInsert, type HistoryKind } from '#/platform/books/histories.ts'
import { InsufficientBalanceError, type Entry } from '#/platform/books/ledger.ts'
import { withTrace } from '#/platform/books/traces.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { writeAward, type Award } from './award.queries.ts'
import type { ExecuteContext, Running } from './mission-type.ts'
import { momentOf, tracedRefusal } from './moment.service.ts'
import { unavailable } from './proof.service.ts'
import { commitmentChanged } from './spin/spin.service.ts'

type Common = Pick<CallData<'mission.execute'>, 'xp' | 'tickets' | 'me' | 'levelUp' | 'tierUp'> & {
  historyId: number
}

/** Returns the time only if it is before the end of the season. */
export function inSeason({ endAt }: Programme, at: Date): Date | undefined {
  return at < endAt ? at : undefined
}

export function timeOf(at: Date | undefined): string | null {
  return at?.toISOString() ?? null
}

/** Throws the reason why the mission is not available now. */
export function assertAvailable(running: Running, memory?: unknown): void {
  const availability = missionAvailability(momentOf(running, memory), running.now)
  if (!availability.available) {
    const refusal = unavailable(availability.reason, availability.nextAvailableAt)
    throw tracedRefusal(refusal, running, memory)
  }
}

export function bonusOf({ programme, state }: Running): BonusInputs {
  const { seasonXp } = state
  const { level, bonusPercent } = levelOf(programme.levels, seasonXp)
  const tier = tierOf(programme.tiers, seasonXp)
  const { tierId, bonusPercent: tierPercent } = tier
  return { seasonXp, level, levelPercent: bonusPercent, tierId, tierPercent }
}

type Gain = Pick<Award, 'member' | 'spin' | 'address'> & {
  /** The kind of the history entry. */
  kind: HistoryKind
  /** The kind of the ledger posting, if it differs from the history entry. */
  ledgerKind?: string
  xp?: number
  /** Negative for a paid spin. */
  tickets?: number
  slot?: string
  historyData?: Readonly<Record<string, unknown>>
  /** Explains the gain; it is stored in the data of the history entry. */
  trace: Trace
  checkInDay?: boolean
}

/** Writes the award and reads the member's new standing, pipelined. */
export async function award(
  tx: Db,
  ctx: ExecuteContext,
  running: Running,
  gain: Gain,
): Promise<Common> {
  const { programme, mission, memberId, state, now, language } = running
  const { seasonId } = programme
  const { kind, xp = 0, tickets = 0, slot, member, spin } = gain
  const { missionId } = mission
  const ledgerKind = gain.ledgerKind ?? kind
  const roundId = countsForRound(ledgerKind) ? roundAt(programme.rounds, now)?.roundId : undefined
  const once = slot ?? `nonce-${spin?.nonce}`
  const writing = writeAward(tx, {
    seasonId,
    memberId,
    missionId,
    history: historyInsert({
      seasonId,
      memberId,
      missionId,
      tab: 'Earned',
      kind,
      status: 'COMPLETED',
      at: now,
      xp,
      tickets,
      data: withTrace(gain.historyData ?? {}, gain.trace, programme.version),
    }),
    posting: {
      kind: ledgerKind,
      key: `mission:${seasonId}:${missionId}:${memberId}:${once}`,
      at: now,
      entries: entriesOf({ seasonId, memberId, xp, tickets }),
      data: {
        missionId,
        ...(roundId === undefined || xp === 0 ? {} : { roundId }),
        ...(gain.checkInDay ? { checkInDay: true } : {}),
      },
    },
    isBudgeted: state.budgetLeft !== undefined,
    ...(slot === undefined ? {} : { completion: { slot, day: programmeDayOf(now) } }),
    ...(member ? { member } : {}),
    // A check-in may qualify the member as a friend.
    ...(gain.checkInDay ? { friend: qualificationInsert(memberId, now) } : {}),
    ...(gain.address === undefined ? {} : { address: gain.address }),
    ...(spin ? { spin } : {}),
  })
  const reading = memberStanding(tx, programme, memberId, now)
  // If the first statement fails, the second fails with it; ignore that second error.
  reading.catch(() => {})
  const historyId = await writing.catch(throwAsRefusal)
  if (historyId === undefined) throw commitmentChanged()
  const standing = await reading
  await enqueueAggregation(ctx, tx, standing.pendingMoves)
  const me = statusFrom(programme, standing, language, now)
  return {
    historyId,
    xp,
    tickets,
    me,
    levelUp: levelOf(programme.levels, state.seasonXp).level < me.level,
    tierUp: tierOf(programme.tiers, state.seasonXp).tierId !== me.tierId,
  }
}

function entriesOf(gain: {
  seasonId: number
  memberId: number
  xp: number
  tickets: number
}): Entry[] {
  const scope = `season:${gain.seasonId}`
  const holder = { member: gain.memberId }
  const xp = BigInt(gain.xp)
  const tickets = BigInt(gain.tickets)
  const entries: Entry[] = []
  if (xp !== 0n) {
    for (const asset of ['SEASON_XP', 'XP'] as const) {
      entries.push({ holder, asset, scope, amount: xp })
      entries.push({ holder: { system: 'ISSUANCE' }, asset, scope, amount: -xp })
    }
  }
  if (tickets !== 0n) {
    const system = tickets > 0n ? ('ISSUANCE' as const) : ('SPIN' as const)
    entries.push({ holder, asset: 'TICKET', scope, amount: tickets })
    entries.push({ holder: { system }, asset: 'TICKET', scope, amount: -tickets })
  }
  return entries
}

/** Maps constraint violations to refusals, because a concurrent request may have been faster. */
function throwAsRefusal(error: unknown): never {
  if (error instanceof InsufficientBalanceError) throw refuse(Code.NO_SPINS_LEFT)
  if (violatedCheck(error) === 'mission_budgets_not_negative') throw unavailable('BUDGET_SPENT')
  const key = violatedUnique(error)
  if (key === 'mission_completions_pkey') throw unavailable('DONE')
  if (key === 'mission_addresses_pkey') throw unavailable('ONCHAIN_ADDRESS_USED')
  throw error
}
