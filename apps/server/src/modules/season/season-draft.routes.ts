import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { recordPreview, showPlan, simulateDraft } from './draft-view.service.ts'
import { beginDraft, copySeason, discardDraft, saveDraft } from './draft.service.ts'
import { tryProof } from './proof-test.service.ts'
import { listRevisions, showRevision } from './revision.service.ts'
import type { ReadSources } from './season-sources.ts'

export function seasonDraftRoutes(ctx: AppContext, mount: Mount, read: ReadSources): void {
  mount('seasonPlan.show', ({ operator, params }) => showPlan(ctx, operator, params.seasonId, read))
  mount('seasonPlan.begin', ({ operator, body, tx }) => beginDraft(tx, ctx, operator, body.plan))
  mount('seasonPlan.save', ({ operator, params, body, tx }) =>
    saveDraft(tx, ctx, operator, { ...params, ...body }),
  )
  mount('seasonPlan.discard', ({ operator, params, tx }) =>
    discardDraft(tx, ctx, operator, params.seasonId),
  )
  mount('seasonPlan.copy', ({ operator, params, body, tx }) =>
    copySeason(tx, ctx, operator, { ...params, startAt: new Date(body.startAt) }),
  )
  mount('seasonPlan.revisions', ({ params, query }) => listRevisions(ctx, params.seasonId, query))
  mount('seasonPlan.revision', ({ operator, params }) => showRevision(ctx, operator, params))
  mount('seasonPlan.simulate', ({ params, body, tx }) =>
    simulateDraft(tx, ctx, { ...params, ...body }),
  )
  mount('seasonPlan.previewed', ({ params, body, tx }) =>
    recordPreview(tx, ctx, { ...params, ...body }),
  )
  mount('seasonPlan.tryProof', ({ operator, body }) => tryProof(ctx, operator, body))
}
