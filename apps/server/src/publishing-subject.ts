import type { SubjectReader } from './modules/approval/approval-subject.service.ts'
import { productsToPublish } from './modules/product/product-approval.service.ts'
import { readPlanToPublish } from './modules/season/season-approval.service.ts'

/**
 * Reads what publishing a season puts before members: its plan and its shop. It is not part of a
 * slice, because seasons know nothing of products.
 */
export const readPublishing: SubjectReader<'seasonPlan.publish'> = async (tx, ctx, input) => {
  const reading = await readPlanToPublish(tx, ctx, input)
  const products = await productsToPublish(tx, input.params.seasonId)
  return { ...reading, values: { ...reading.values, ...products } }
}
