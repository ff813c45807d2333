import { changedPlan, type LiveChange } from '@solstice/rules/changed-plan'
import type { SeasonPlan } from '@solstice/rules/season-plan'
import type { InviteXp } from '@solstice/rules/season-simulation'
import {
  changesBetween,
  type Figure,
  type SubjectReader,
} from '#/modules/approval/approval-subject.service.ts'
import { planOf } from './revision.service.ts'
import { seasonValues } from './season-approval.service.ts'
import { seasonToChange } from './season-live.service.ts'
import { changesFrom, simulateRest } from './simulated-rest.ts'

type Fields = Readonly<Record<string, string | number | null>>

/** Returns the part of a plan that a change concerns, as the proposal shows it. */
function shownOf(plan: SeasonPlan, change: LiveChange): Fields {
  if (change.kind === 'EXTEND') return { endAt: plan.endAt }
  if (change.kind === 'MISSION_LIMIT') {
    return { maxCompletions: missionIn(plan, change.missionId)?.maxCompletions ?? null }
  }
  return change.kind === 'MISSION_REWARD'
    ? { rewardXp: missionIn(plan, change.missionId)?.rewardXp ?? null }
    : {}
}

function missionIn({ missions }: SeasonPlan, missionId: number) {
  return missions.find((mission) => mission.missionId === missionId)
}

/** Shows the approver what the rest of the season gives without and with the change. */
function restFigures(plan: SeasonPlan, change: LiveChange, now: Date): Figure[] {
  const from = changesFrom(change, now)
  const before = simulateRest(plan, from)
  const after = simulateRest(changedPlan(plan, change), from)
  const figure = (name: string, value: number, unit: string | null): Figure => ({
    name,
    value: String(value),
    unit,
    limit: null,
  })
  return [
    figure('restXpBefore', before.xp, 'XP'),
    figure('restXpAfter', after.xp, 'XP'),
    figure('restTicketsBefore', before.tickets, null),
    figure('restTicketsAfter', after.tickets, null),
  ]
}

/** A proposal is bound to the value that it changes, so that another change makes it outdated. */
export const readLiveChange: SubjectReader<'seasonPlan.reviseLive', InviteXp> = async (
  tx,
  ctx,
  { params, body: { change }, prepared: invites },
) => {
  const { season } = await seasonToChange(tx, ctx, { ...params, change, invites })
  const plan = planOf(season)
  const mission = 'missionId' in change ? missionIn(plan, change.missionId) : undefined
  return {
    subject: `season:${season.id}`,
    values: {
      ...seasonValues(season),
      change: change.kind,
      ...(mission && {
        missionId: mission.missionId,
        missionEn: mission.title.en,
        missionKo: mission.title.ko,
      }),
      ...(change.kind === 'EXTEND' && { days: change.days }),
    },
    figures: restFigures(plan, change, ctx.now()),
    changes: changesBetween(shownOf(plan, change), shownOf(changedPlan(plan, change), change)),
    facts: () => ({ isDraft: false, isPublishing: false }),
  }
}
