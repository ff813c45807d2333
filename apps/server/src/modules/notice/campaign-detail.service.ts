import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { DROP_REASONS } from '@solstice/rules/campaign'
import type { AppContext } from '#/platform/process/context.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { findCampaigns, findDetail } from './campaign.queries.ts'
import { campaignView } from './campaign-view.ts'
import { countReads, findOutcomes, findReadsByHour } from './outcome.queries.ts'

type Detail = CallData<'notice.showCampaign'>

export async function showCampaign(
  ctx: Pick<AppContext, 'db'>,
  campaignId: number,
): Promise<Detail> {
  const detail = await findDetail(ctx.db, campaignId)
  const [row] = (await findCampaigns(ctx.db, { id: campaignId }, { size: 1, offset: 0 })).rows
  if (!detail || !row) throw refuse(Code.NOT_FOUND)
  const { campaign, notice } = detail
  const outcomes = await findOutcomes(ctx.db, campaignId)
  const reads = await findReadsByHour(ctx.db, notice.id)
  const isoOf = (at: Date | null) => at?.toISOString() ?? null
  return {
    ...campaignView(row),
    notice: {
      title: { en: notice.titleEn, ko: notice.titleKo },
      content: { en: notice.contentEn, ko: notice.contentKo },
      publishedAt: notice.publishedAt.toISOString(),
      withdrawnAt: isoOf(notice.withdrawnAt),
      reads: (await countReads(ctx.db, [notice.id])).get(notice.id) ?? 0,
    },
    createdAt: campaign.createdAt.toISOString(),
    begunAt: isoOf(campaign.begunAt),
    addressedAt: isoOf(campaign.addressedAt),
    cancelledAt: isoOf(campaign.cancelledAt),
    expectedMembers: campaign.expectedMembers,
    memberLimit: campaign.memberLimit,
    testedAt: isoOf(campaign.testedAt),
    members: campaign.members,
    heldOut: campaign.heldOut,
    switchedOff: campaign.switchedOff,
    droppedFor: droppedFor(outcomes),
    hours: hoursOf(outcomes, reads),
    effect: campaign.effect,
  }
}

type Outcomes = Awaited<ReturnType<typeof findOutcomes>>
type Reads = Awaited<ReturnType<typeof findReadsByHour>>

function droppedFor(outcomes: Outcomes): Detail['droppedFor'] {
  return DROP_REASONS.map((reason) => ({
    reason,
    devices: outcomes
      .filter(({ outcome }) => outcome === reason)
      .reduce((sum, { devices }) => sum + devices, 0),
  })).filter(({ devices }) => devices > 0)
}

/** Bounds the hours of a plot; later reads of a notice say nothing about its campaign. */
const SHOWN_HOURS = 14 * 24

function hoursOf(outcomes: Outcomes, reads: Reads): Detail['hours'] {
  const hours = new Map<number, Detail['hours'][number]>()
  const at = (hour: Date) => {
    const key = hour.getTime()
    const known = hours.get(key) ?? { hour: hour.toISOString(), sent: 0, dropped: 0, reads: 0 }
    hours.set(key, known)
    return known
  }
  for (const { hour, outcome, devices } of outcomes) {
    if (outcome === 'SENT') at(hour).sent += devices
    else at(hour).dropped += devices
  }
  const first = outcomes[0]?.hour
  for (const { hour, reads: count } of reads) if (first && hour >= first) at(hour).reads += count
  return [...hours.values()].toSorted((a, b) => a.hour.localeCompare(b.hour)).slice(0, SHOWN_HOURS)
}
