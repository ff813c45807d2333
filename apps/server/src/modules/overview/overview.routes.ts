import type { Mount } from '#/http/mount.ts'
import type { AppContext, Reading } from '#/platform/process/context.ts'
import { isAnswering } from '#/platform/process/db.ts'
import { priceCheck, showHealth } from './health.service.ts'
import { showToday } from './today.service.ts'

export function overviewRoutes(
  ctx: AppContext,
  mount: Mount,
  readMetrics: () => Promise<Reading[]>,
): void {
  const checkPrices = priceCheck(ctx)

  mount('operator.today', async ({ language }) => showToday(ctx, await readMetrics(), language))
  mount('operator.health', async () => {
    const startedAt = performance.now()
    await isAnswering(ctx.db)
    const answerMs = Math.round(performance.now() - startedAt)
    const readings = await readMetrics()
    return showHealth(ctx, { readings, prices: await checkPrices(), answerMs })
  })
}
