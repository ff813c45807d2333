import type { Mount } from '#/http/mount.ts'
import { authenticate } from '#/modules/session/session.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { Refusal } from '#/platform/process/refusal.ts'
import { audienceOf, listCampaigns, startByOperator } from './campaign.service.ts'
import {
  listAllNotices,
  listNotices,
  publishByOperator,
  readAllNotices,
  readNotice,
  withdrawNotice,
} from './notice.service.ts'

const READ = { read: true } as const

export function noticeRoutes(ctx: AppContext, mount: Mount): void {
  mount('notice.list', async ({ query, language, cookies }) => {
    const memberId = await readerOf(ctx, cookies.access)
    return listNotices(ctx, query, { memberId, language })
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
  mount('notice.countAudience', ({ query }) => audienceOf(ctx, query))
  mount('notice.startCampaign', ({ operator, body, tx }) =>
    startByOperator(tx, ctx, operator, body),
  )
  mount('notice.listCampaigns', ({ query }) => listCampaigns(ctx, query))
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
