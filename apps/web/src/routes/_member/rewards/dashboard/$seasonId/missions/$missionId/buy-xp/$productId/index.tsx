import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { seasonQuery } from '#/features/season/api.ts'
import { ProductOrderScreen } from '#/features/shop/product-order-screen.tsx'
import { ProductScreen } from '#/features/shop/product-screen.tsx'
import { useNetworkName } from '#/features/wallet/networks.ts'
import { useWallet } from '#/features/wallet/store.ts'
import { loadTexts } from '#/lib/i18n.ts'
import { idParams } from '#/routes/-ids.ts'
import { pay } from '#/routes/-pay.tsx'
import { orderSearch } from '#/routes/-search.ts'

export const Route = createFileRoute(
  '/_member/rewards/dashboard/$seasonId/missions/$missionId/buy-xp/$productId/',
)({
  params: idParams('seasonId', 'missionId', 'productId'),
  validateSearch: orderSearch,
  loader: () => loadTexts('shop'),
  component: ProductOrOrder,
})

/** The product, or one order of it: an order has an address of its own, so that a reload goes on with it. */
function ProductOrOrder() {
  const place = Route.useParams()
  const { order } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: season } = useQuery(seasonQuery(place.seasonId))
  const hasWallet = useWallet(({ server }) => typeof server === 'string')

  const networkName = useNetworkName()

  const complete = (search: { order: number; txHash?: string }) =>
    void navigate({
      to: '/rewards/dashboard/$seasonId/missions/$missionId/buy-xp/$productId/complete',
      params: place,
      search,
      replace: order !== undefined,
    })

  if (order !== undefined) {
    return (
      <ProductOrderScreen
        key={order}
        place={place}
        historyId={order}
        pay={pay}
        onCredited={({ historyId, txHash }) =>
          complete({ order: historyId, ...(txHash !== null && { txHash }) })
        }
        onClosed={() => void navigate({ search: {}, replace: true })}
      />
    )
  }
  return (
    <ProductScreen
      key={place.productId}
      place={place}
      purse={season?.me}
      isSeasonOpen={!season || season.status === 'ONGOING'}
      hasWallet={hasWallet}
      networkName={networkName}
      onBought={({ historyId, status }) =>
        status === 'PENDING'
          ? void navigate({ search: { order: historyId } })
          : complete({ order: historyId })
      }
    />
  )
}
