import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { object, showObjection } from './objection.service.ts'

export function objectionRoutes(ctx: AppContext, mount: Mount): void {
  mount('operatorAuth.showObjection', ({ params }) => showObjection(ctx, params.code))
  mount('operatorAuth.object', ({ params, body }) => object(ctx, { ...params, ...body }))
}
