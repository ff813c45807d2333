import type { CallData } from '@solstice/contract/wire'
import { beginningOf } from '@solstice/rules/campaign'
import type { CampaignProgress } from './campaign.queries.ts'

/** A campaign that has not begun shows the time that follows from its moment as it is now. */
export function campaignView(row: CampaignProgress): CallData<'notice.startCampaign'> {
  const { moment, momentAt, publishedAt, begunAt } = row
  const isMomentKnown = moment === null || begunAt !== null || momentAt !== null
  const dueAt =
    moment !== null && momentAt !== null && begunAt === null
      ? beginningOf({ at: momentAt, offsetMinutes: moment.offsetMinutes, publishedAt })
      : row.dueAt
  return {
    campaignId: row.id,
    noticeId: row.noticeId,
    code: row.code,
    title: row.title,
    audience: row.audience,
    exclude: row.exclude,
    startedBy: row.startedBy,
    dueAt: dueAt.toISOString(),
    moment,
    isMomentKnown,
    holdOutPercent: row.holdOutPercent,
    state: row.state,
    stoppedFor: row.stoppedFor,
    devices: row.devices,
    sent: row.sent,
    waiting: row.waiting,
    dropped: row.dropped,
  }
}
