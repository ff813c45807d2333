import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/context.ts'
import { addBookmark, changeBookmark, listBookmarks, removeBookmark } from './bookmark.service.ts'

export function bookmarkRoutes(ctx: AppContext, mount: Mount): void {
  mount('bookmark.list', ({ session, query }) => listBookmarks(ctx, session.memberId, query))

  mount('bookmark.add', ({ session, body }) => addBookmark(ctx, session.memberId, body))

  mount('bookmark.change', ({ session, params, body }) =>
    changeBookmark(ctx, session.memberId, params.id, body),
  )

  mount('bookmark.remove', async ({ session, params }) => {
    await removeBookmark(ctx, session.memberId, params.id)
    return null
  })
}
