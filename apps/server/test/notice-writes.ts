import type { CallId } from '@solstice/contract/catalogue'
import { DAY_MS } from '@solstice/rules/duration'
import { startCampaign } from '#/modules/notice/campaign.service.ts'
import { publishNotice } from '#/modules/notice/notice.service.ts'
import type { Write } from './operator-write.ts'
import type { TestApp } from './test-app.ts'

const text = { en: 'Text', ko: '글' }

type NoticeWrite = Extract<
  CallId,
  | 'notice.publish'
  | 'notice.withdraw'
  | 'notice.change'
  | 'notice.cancelCampaign'
  | 'notice.startCampaign'
>

/** The writes of operators that publish, change and send notices. */
export function noticeWrites(server: () => TestApp): { [Id in NoticeWrite]: Write<Id> } {
  const aNotice = async (inMs = 0) => {
    const publishedAt = new Date(server().ctx.now().getTime() + inMs)
    const notice = { type: 'NOTICE', title: text, content: text, publishedAt } as const
    return (await publishNotice(server().ctx.db, notice)).id
  }
  const aCampaign = async () => {
    const { ctx } = server()
    const dueAt = new Date(ctx.now().getTime() + DAY_MS)
    const noticeId = await aNotice()
    const campaign = { noticeId, code: 'NOTICE', audience: {}, startedBy: 'operator:test' } as const
    return startCampaign(ctx.db, ctx, { ...campaign, dueAt })
  }

  return {
    'notice.publish': {
      action: 'notice.publish',
      make: async () => ({ input: { body: { title: text, content: text } } }),
    },
    'notice.withdraw': {
      action: 'notice.withdraw',
      make: async () => ({ input: { params: { noticeId: await aNotice() } } }),
    },
    'notice.change': {
      action: 'notice.change',
      make: async () => ({
        input: {
          params: { noticeId: await aNotice(DAY_MS) },
          body: { title: { en: 'Changed', ko: '수정' } },
        },
      }),
    },
    'notice.cancelCampaign': {
      action: 'campaign.stop',
      make: async () => ({ input: { params: { campaignId: await aCampaign() } } }),
    },
    'notice.startCampaign': {
      action: 'campaign.start',
      make: async () => ({ input: { body: { noticeId: await aNotice() } } }),
    },
  }
}
