import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { decideHolds } from './hold-decision.service.ts'
import { listHolds, showHold } from './hold-operator.service.ts'
import { appealHold, publishedHolds, showHolds } from './hold.service.ts'

export function holdRoutes(ctx: AppContext, mount: Mount): void {
  mount('hold.mine', ({ session }) => showHolds(ctx, session.memberId))
  mount('hold.appeal', ({ session, params, body, tx }) =>
    appealHold(tx, ctx, { memberId: session.memberId, ...params, ...body }),
  )
  mount('hold.published', ({ reads }) => publishedHolds(reads))
  mount('hold.figures', () => publishedHolds(ctx))
  mount('hold.queue', ({ query }) => listHolds(ctx, query))
  mount('hold.show', ({ params }) => showHold(ctx, params.holdId))
  mount('hold.decide', ({ operator, params, body, tx }) =>
    decideHolds(tx, ctx, operator, { ...params, ...body }),
  )
}
