import { DAY_MS } from '@solstice/rules/duration'
import { EFFECT_DAYS, nextMeasurementAt } from '@solstice/rules/hold-out'
import type { AppContext } from '#/platform/process/context.ts'
import { enqueue } from '#/platform/process/jobs.ts'
import { lockCampaign, updateProgress } from './campaign.queries.ts'
import type { StoredEffect } from './notice.table.ts'
import { countActions, deleteSubjects } from './outcome.queries.ts'

export const MEASURE_CAMPAIGN = 'notice.measure-campaign'
export type MeasureCampaign = { campaignId: number }

/** Counts who acted since the first push, every day until its days are over. */
export async function measureCampaign(
  ctx: Pick<AppContext, 'db' | 'now'>,
  { campaignId }: MeasureCampaign,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const campaign = await lockCampaign(tx, campaignId)
    if (!campaign?.begunAt) return
    const now = ctx.now()
    const { begunAt } = campaign
    const until = new Date(begunAt.getTime() + EFFECT_DAYS * DAY_MS)
    const groups = await countActions(tx, campaignId, { from: begunAt, until })
    const days = Math.min(EFFECT_DAYS, Math.floor((now.getTime() - begunAt.getTime()) / DAY_MS))
    await updateProgress(tx, campaignId, {
      effect: { measuredAt: now.toISOString(), days, measures: measuresOf(groups) },
    })
    const dueAt = nextMeasurementAt(begunAt, now)
    if (!dueAt) return
    const payload: MeasureCampaign = { campaignId }
    const key = `${MEASURE_CAMPAIGN}:${campaignId}:${dueAt.getTime()}`
    await enqueue(tx, MEASURE_CAMPAIGN, { payload, dueAt, now, key })
  })
}

function measuresOf(groups: Awaited<ReturnType<typeof countActions>>): StoredEffect['measures'] {
  const result = (isHeldOut: boolean, action: 'checkIns' | 'visits' | 'purchases') => {
    const group = groups.find((each) => each.isHeldOut === isHeldOut)
    return { members: group?.members ?? 0, acted: group?.[action] ?? 0 }
  }
  return (
    [
      ['CHECK_IN', 'checkIns'],
      ['VISIT', 'visits'],
      ['PURCHASE', 'purchases'],
    ] as const
  ).map(([name, action]) => ({
    name,
    reached: result(false, action),
    heldOut: result(true, action),
  }))
}

/** Deletes the member's groups as part of the account deletion. The counts that were stored stay. */
export const eraseCampaignSubjects = deleteSubjects
