import type { CallData } from '@solstice/contract/wire'
import { closedSpan } from '@solstice/rules/maintenance'
import type { AppContext } from '#/platform/process/context.ts'
import { offsetOf, pageOf, type PageQuery } from '#/platform/process/page.ts'
import { findVersions } from './maintenance.queries.ts'

/** Lists the settings of the flag, each with the time during which members were rejected. */
export async function maintenanceHistory(
  ctx: Pick<AppContext, 'db' | 'now'>,
  { page, size }: PageQuery,
): Promise<CallData<'maintenance.history'>> {
  const offset = offsetOf({ page, size })
  const { rows, totalCount } = await findVersions(ctx.db, { size, offset })
  const now = ctx.now()
  const list = rows.map(({ version, config, campaignId, createdAt, replacedAt }) => {
    const closed = closedSpan(
      config,
      { setAt: createdAt, replacedAt: replacedAt ?? undefined },
      now,
    )
    return {
      version,
      enabled: config.enabled,
      title: config.title,
      description: config.description,
      scheduledTime: config.scheduled_time,
      estimatedDuration: config.estimated_duration,
      announced: campaignId !== null,
      setAt: createdAt.toISOString(),
      replacedAt: replacedAt?.toISOString() ?? null,
      closedFrom: closed?.from.toISOString() ?? null,
      closedUntil: closed?.until?.toISOString() ?? null,
    }
  })
  return pageOf({ page, size }, list, totalCount)
}
