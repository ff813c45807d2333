import { Code } from '@solstice/contract/codes'
import { DAY_MS } from '@solstice/rules/duration'
import type { SubjectReader } from '#/modules/approval/approval-subject.service.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { audienceOf } from './campaign.service.ts'
import type { Audience } from './audience.queries.ts'
import { countOperatorCampaignsSince } from './campaign.queries.ts'
import { lockNotice } from './notice.queries.ts'

/** Times are written in one form, so that the console recognises them. */
const instantOf = (time: string | undefined) =>
  time === undefined ? null : new Date(time).toISOString()

/** Null stands for no restriction. */
const audienceValues = ({ language, wallet, joinedFrom, joinedBefore }: Audience) => ({
  audienceLanguage: language ?? null,
  audienceWallet: wallet ?? null,
  joinedFrom: instantOf(joinedFrom),
  joinedBefore: instantOf(joinedBefore),
})

export const readCampaign: SubjectReader<'notice.startCampaign'> = async (tx, ctx, { body }) => {
  const notice = await lockNotice(tx, body.noticeId)
  if (!notice || notice.withdrawnAt) throw refuse(Code.NOT_FOUND)
  const { members, devices } = await audienceOf({ db: tx, now: ctx.now }, body.audience)
  const since = new Date(ctx.now().getTime() - DAY_MS)
  const earlier = await countOperatorCampaignsSince(tx, since)
  return {
    subject: `notice:${notice.id}`,
    values: {
      noticeId: notice.id,
      titleEn: notice.titleEn,
      titleKo: notice.titleKo,
      ...audienceValues(body.audience),
      dueAt: instantOf(body.dueAt),
    },
    figures: [
      { name: 'members', value: String(members), unit: null, limit: null },
      { name: 'devices', value: String(devices), unit: null, limit: null },
    ],
    facts: () => ({ members, isSecond: earlier > 0 }),
  }
}
