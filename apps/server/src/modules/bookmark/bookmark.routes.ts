import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { addBookmark, changeBookmark, listBookmarks, removeBookmark } from './bookmark.service.ts'

export function bookmarkRoutes(ctx: AppContext, mount: Mount): void {
  mount('bookmark.list', ({ session, query }) => listBookmarks(ctx, session.memberId, query))

  mount('bookmark.add', ({ session, body, pinToken }) =>
    addBookmark(ctx, session.memberId, body, pinToken),
  )

  mount('bookmark.change', ({ session, params, body, pinToken }) =>
    changeBookmark(ctx, { memberId: session.memberId, id: params.id }, body, pinToken),
  )

  mount('bookmark.remove', async ({ session, params, pinToken }) => {
    await removeBookmark(ctx, session.memberId, params.id, pinToken)
    return null
  })
}
