import { queueBooks, queueReconciliation } from '#/modules/books/books.jobs.ts'
import { AGGREGATE_BOOKS, RECONCILE_BOOKS } from '#/modules/books/books.queue.ts'
import { insertMember } from './insert-members.ts'
import type { TestApp } from './test-app.ts'
import { give } from './test-shop.ts'

/** Enqueues the jobs of the books, with something to do. */
export const bookJobFixtures: Record<string, (server: TestApp) => Promise<void>> = {
  [AGGREGATE_BOOKS]: async (server) => {
    const member = await insertMember(server.ctx.db)
    await give(server, member, 'XP', 5n)
    await queueBooks(server.ctx, server.ctx.now())
  },

  [RECONCILE_BOOKS]: ({ ctx }) => queueReconciliation(ctx, ctx.now()),
}
