import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { productEndpoints } from '@solstice/contract/product.endpoints'
import { seasonLiveEndpoints } from '@solstice/contract/season-live.endpoints'
import { seasonPlanEndpoints } from '@solstice/contract/season-plan.endpoints'
import type { CallData, CallInput } from '@solstice/contract/wire'
import { call } from '#/lib/api.ts'
import { noteSeasons } from '#/shell/season/season-queries.ts'
import { EVERY_MS } from '#/features/season/api.ts'
import type { Confirmed } from '#/shell/use-confirmation.ts'

export type AnyChange = CallInput<'seasonPlan.liveEffect'>['body']['change']
type AtOnce = CallInput<'seasonPlan.changeLive'>['body']['change']
type OfRewards = CallInput<'seasonPlan.reviseLive'>['body']['change']
export type Effect = CallData<'seasonPlan.liveEffect'>

/** Reads what a change would do; the figures of the last valid change stay while it is typed. */
export function useEffectOf(seasonId: number, change: AnyChange | undefined) {
  return useQuery({
    queryKey: ['seasons', 'effect', seasonId, change],
    queryFn: ({ signal }) =>
      call(
        seasonLiveEndpoints['seasonPlan.liveEffect'],
        // The query is disabled without a change.
        { params: { seasonId }, body: { change: change ?? { kind: 'RESUME' } } },
        { signal },
      ),
    enabled: change !== undefined,
    placeholderData: keepPreviousData,
  })
}

export async function changeAtOnce(
  seasonId: number,
  change: AtOnce,
  { reason, idempotencyKey }: Confirmed,
): Promise<void> {
  const body = { change, ...(reason === '' ? {} : { reason }) }
  await call(
    seasonLiveEndpoints['seasonPlan.changeLive'],
    { params: { seasonId }, body },
    { idempotencyKey },
  )
  noteSeasons()
}

export async function changeRewards(
  seasonId: number,
  change: OfRewards,
  { reason, idempotencyKey }: Confirmed,
): Promise<void> {
  await call(
    seasonLiveEndpoints['seasonPlan.reviseLive'],
    { params: { seasonId }, body: { change, reason } },
    { idempotencyKey },
  )
  noteSeasons()
}

export async function changeOdds(
  seasonId: number,
  prizes: CallInput<'seasonPlan.changeOdds'>['body']['prizes'],
  { reason, idempotencyKey }: Confirmed,
): Promise<void> {
  await call(
    seasonPlanEndpoints['seasonPlan.changeOdds'],
    { params: { seasonId }, body: { prizes, reason } },
    { idempotencyKey },
  )
  noteSeasons()
}

export type Product = CallData<'product.listAll'>['list'][number]

export const productsQuery = (seasonId: number) =>
  queryOptions({
    queryKey: ['seasons', 'products', seasonId],
    queryFn: ({ signal }) =>
      call(productEndpoints['product.listAll'], { params: { seasonId } }, { signal }),
    refetchInterval: EVERY_MS,
  })

/** Stops the sale of a product at once; selling it again may need a second person. */
export async function changeSale(
  productId: number,
  onSale: boolean,
  { reason, idempotencyKey }: Confirmed,
): Promise<void> {
  await call(
    productEndpoints['product.change'],
    { params: { productId }, body: { onSale, reason } },
    { idempotencyKey },
  )
  noteSeasons()
}
