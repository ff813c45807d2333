import { LATEST } from '@solstice/contract/cursor'
import { historyEndpoints } from '@solstice/contract/history.endpoints'
import type { CallData } from '@solstice/contract/wire'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#/lib/api.ts'
import { programmeKey } from '#/lib/programme-query.ts'
import { purchaseShown } from './product-view.ts'

/**
 * The page limit for finding a purchase by its transaction. It exceeds the length of any season's
 * history.
 */
const MAX_PAGES = 40
const SIZE = 50

/**
 * Finds the purchase that a transaction paid, however long ago; without a hash, the product's
 * latest purchase.
 */
export const purchaseLookupQuery = (
  { seasonId, productId }: { seasonId: number; productId: number },
  txHash: string | undefined,
) =>
  queryOptions({
    queryKey: programmeKey('sought-purchase', seasonId, productId, txHash ?? ''),
    queryFn: async ({ signal }) => {
      let before: string | null = LATEST
      for (let page = 1; page <= MAX_PAGES && before !== null; page += 1) {
        const { list, nextCursor }: CallData<'history.list'> = await call(
          historyEndpoints['history.list'],
          { params: { seasonId }, query: { tab: 'Purchased' as const, before, size: SIZE } },
          { signal },
        )
        const historyId = purchaseShown(list, { productId, txHash })?.historyId
        if (historyId !== undefined) {
          return call(
            historyEndpoints['history.show'],
            { params: { seasonId, historyId } },
            { signal },
          )
        }
        before = nextCursor
      }
      return null
    },
  })
