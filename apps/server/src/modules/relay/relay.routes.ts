import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { listBudgets, showOffer } from './relay-offer.service.ts'
import { listSends, prepareSend, sendRelayed, type PreparedSend } from './relay.service.ts'

export function relayRoutes(ctx: AppContext, mount: Mount): void {
  mount('relay.offer', ({ session, query }) => showOffer(ctx, session, query))
  mount(
    'relay.send',
    ({ session, tx }, prepared: PreparedSend) => sendRelayed(tx, ctx, session.memberId, prepared),
    ({ session, body }) => prepareSend(ctx, session, body),
  )
  mount('relay.sends', ({ session, query }) => listSends(ctx, session.memberId, query))
  mount('relay.budgets', () => listBudgets(ctx))
}
