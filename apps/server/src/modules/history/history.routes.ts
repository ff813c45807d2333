import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { listHistories, listTicketHistories, showHistory } from './history.service.ts'

export function historyRoutes(ctx: AppContext, mount: Mount): void {
  mount('history.list', ({ params, query, session, language, reads }) =>
    listHistories(reads, { memberId: session.memberId, language }, { ...params, ...query }),
  )
  mount('history.show', ({ params, session, language }) =>
    showHistory(ctx, { memberId: session.memberId, language }, params),
  )
  mount('history.tickets', ({ params, query, session, reads }) =>
    listTicketHistories(reads, session.memberId, { ...params, ...query }),
  )
}
