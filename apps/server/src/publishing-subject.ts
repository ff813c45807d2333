import type { Reading, SubjectReader } from './modules/approval/approval-subject.service.ts'
import { productsToPublish } from './modules/product/product-approval.service.ts'
import { readPlanToPublish, readPlanToSchedule } from './modules/season/season-approval.service.ts'
import type { SeasonSources } from './modules/season/season-sources.ts'
import type { Db } from './platform/process/db.ts'

/**
 * Reads what publishing a season puts before members: its plan and its shop. It is not part of a
 * slice, because seasons know nothing of products.
 */
export const readPublishing: SubjectReader<'seasonPlan.publish', SeasonSources> = async (
  tx,
  ctx,
  input,
) => withShop(tx, input.params.seasonId, await readPlanToPublish(tx, ctx, input))

/** A scheduled publication is approved with the same facts and its instant. */
export const readScheduling: SubjectReader<'seasonPlan.schedule', SeasonSources> = async (
  tx,
  ctx,
  input,
) => withShop(tx, input.params.seasonId, await readPlanToSchedule(tx, ctx, input))

/** Products of the plan are on sale with the season, besides those that were added to the draft. */
async function withShop(tx: Db, seasonId: number, reading: Reading): Promise<Reading> {
  const { plannedProducts, ...values } = reading.values
  const shop = await productsToPublish(tx, seasonId)
  const products = shop.products + Number(plannedProducts ?? 0)
  return { ...reading, values: { ...values, ...shop, products } }
}
