import { historyEndpoints } from '@solstice/contract/history.endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#/lib/api.ts'
import { programmeKey } from '#/lib/programme-query.ts'
import { purchaseShown } from './product-view.ts'

/** So far back a purchase is looked for by its transaction: further than any season goes. */
const PAGES_MOST = 40
const SIZE = 50

/** The purchase that a transaction paid, however long ago; without one, the last of the product. */
export const soughtPurchaseQuery = (
  { seasonId, productId }: { seasonId: number; productId: number },
  txHash: string | undefined,
) =>
  queryOptions({
    queryKey: programmeKey('sought-purchase', seasonId, productId, txHash ?? ''),
    queryFn: async ({ signal }) => {
      for (let page = 1; page <= PAGES_MOST; page += 1) {
        const { list, hasNext } = await call(
          historyEndpoints['history.list'],
          { params: { seasonId }, query: { tab: 'Purchased', page, size: SIZE } },
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
        if (!hasNext) break
      }
      return null
    },
  })
