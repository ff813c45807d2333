import { Code } from '@solstice/contract/codes'
import { DAY_MS } from '@solstice/rules/duration'
import type { SubjectReader } from '#/modules/approval/approval-subject.service.ts'
import { canonicalJson } from '#/platform/books/audit.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { audienceOf } from './campaign.service.ts'
import { countOperatorCampaignsSince } from './campaign.queries.ts'
import { lockNotice } from './notice.queries.ts'

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
      audience: canonicalJson(body.audience),
      dueAt: body.dueAt ?? null,
    },
    figures: [
      { name: 'members', value: String(members), unit: null, limit: null },
      { name: 'devices', value: String(devices), unit: null, limit: null },
    ],
    facts: () => ({ members, isSecond: earlier > 0 }),
  }
}
