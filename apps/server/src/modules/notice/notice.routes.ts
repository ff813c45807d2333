import type { Mount } from '#/http/mount.ts'
import { authenticate } from '#/modules/session/session.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { Refusal } from '#/platform/process/refusal.ts'
import { listSeasons, reachOf, recipientsOf, sampleAudience } from './audience.service.ts'
import { showCampaign } from './campaign-detail.service.ts'
import { testByOperator } from './campaign-test.service.ts'
import { listCampaigns, startByOperator, stopByOperator } from './campaign.service.ts'
import {
  changeNotice,
  listAllNotices,
  listNotices,
  publishByOperator,
  readAllNotices,
  readNotice,
  showNotice,
  withdrawNotice,
} from './notice.service.ts'

const READ = { read: true } as const

export function noticeRoutes(ctx: AppContext, mount: Mount): void {
  mount('notice.list', async ({ query, language, cookies, reads }) => {
    const memberId = await readerOf(ctx, cookies.access)
    return listNotices(reads, query, { memberId, language })
  })
  mount('notice.read', async ({ session, params }) => {
    await readNotice(ctx, session.memberId, params.id)
    return READ
  })
  mount('notice.readAll', async ({ session }) => {
    await readAllNotices(ctx, session.memberId)
    return READ
  })

  mount('notice.publish', ({ operator, body, tx }) => publishByOperator(tx, ctx, operator, body))
  mount('notice.listAll', ({ query }) => listAllNotices(ctx, query))
  mount('notice.withdraw', ({ operator, params, body }) =>
    withdrawNotice(ctx, operator, { ...params, ...body }),
  )
  mount('notice.show', ({ params }) => showNotice(ctx, params.noticeId))
  mount('notice.change', ({ operator, params, body }) =>
    changeNotice(ctx, operator, { ...params, ...body }),
  )
  mount('notice.countAudience', ({ query: { at, ...facts } }) =>
    reachOf(ctx, recipientsOf(facts), at === undefined ? ctx.now() : new Date(at)),
  )
  mount('notice.listSeasons', () => listSeasons(ctx))
  mount('notice.sampleAudience', ({ query }) => sampleAudience(ctx, query))
  mount('notice.testCampaign', ({ operator, body }) => testByOperator(ctx, operator, body))
  mount('notice.startCampaign', ({ operator, body, tx }) =>
    startByOperator(tx, ctx, operator, body),
  )
  mount('notice.listCampaigns', ({ query }) => listCampaigns(ctx, query))
  mount('notice.showCampaign', ({ params }) => showCampaign(ctx, params.campaignId))
  mount('notice.cancelCampaign', ({ operator, params, body }) =>
    stopByOperator(ctx, operator, { ...params, ...body }),
  )
}

/** Returns the member, if signed in. Anyone may read notices; a member also sees which are read. */
async function readerOf(ctx: AppContext, access: string | undefined): Promise<number | undefined> {
  if (access === undefined) return undefined
  try {
    return (await authenticate(ctx, access)).memberId
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
