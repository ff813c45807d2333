import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { createExport, exportPart, summariseExport } from './export.service.ts'

export function exportRoutes(ctx: AppContext, mount: Mount): void {
  mount('export.summary', ({ session }) => summariseExport(ctx, session.memberId))
  mount('export.create', ({ session, pinToken }) => createExport(ctx, session.memberId, pinToken))
  mount('export.part', ({ session, params }) => exportPart(ctx, session.memberId, params))
}
