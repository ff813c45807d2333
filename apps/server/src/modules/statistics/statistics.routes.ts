import type { CallData } from '@solstice/contract/wire'
import type { Mount } from '#/http/mount.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { showSeasonStatistics } from './season-statistics.service.ts'
import { showFunnel, showStatisticsToday } from './statistics.service.ts'

export function statisticsRoutes(
  ctx: AppContext,
  mount: Mount,
  /** Counts the open alarms, which a module above this one raises. */
  countAlarms: () => Promise<CallData<'statistics.today'>['alarms']>,
): void {
  mount('statistics.season', ({ params, language }) =>
    showSeasonStatistics(ctx, params.seasonId, language),
  )
  mount('statistics.funnel', ({ params }) => showFunnel(ctx, params.seasonId))
  mount('statistics.today', async () => showStatisticsToday(ctx, await countAlarms()))
}
