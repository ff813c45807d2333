import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { CompleteScreen } from '#/features/shop/complete-screen.tsx'
import { CreditOrderScreen } from '#/features/shop/credit-order-screen.tsx'
import { CreditScreen } from '#/features/shop/credit-screen.tsx'
import { ProductOrderScreen } from '#/features/shop/product-order-screen.tsx'
import { ProductScreen } from '#/features/shop/product-screen.tsx'
import { RefundRequestScreen } from '#/features/shop/refund-request-screen.tsx'
import { ShopScreen } from '#/features/shop/shop-screen.tsx'
import { useNetworkName } from '#/features/wallet/chain/networks.ts'
import { useWallet } from '#/features/wallet/device/store.ts'
import { pay } from './-pay.tsx'
import { useSeasonState } from './-season-state.ts'

const SHOP = '/_member/rewards/dashboard/$seasonId/missions/$missionId/buy-xp/'
const PRODUCT = '/_member/rewards/dashboard/$seasonId/missions/$missionId/buy-xp/$productId/'
const COMPLETE =
  '/_member/rewards/dashboard/$seasonId/missions/$missionId/buy-xp/$productId/complete'
const REFUND = '/_member/rewards/dashboard/$seasonId/history/$historyId/refund-request'
const CREDIT = '/_member/home/buy-credit'

const useHasWallet = () => useWallet(({ server }) => typeof server === 'string')

export function Shop() {
  const params = useParams({ from: SHOP })
  return <ShopScreen {...params} season={useSeasonState(params.seasonId)} />
}

/**
 * Shows the product or one of its orders. An order has its own URL, so that a reload continues it.
 */
export function Product() {
  const params = useParams({ from: PRODUCT })
  const { order } = useSearch({ from: PRODUCT })
  const navigate = useNavigate({ from: PRODUCT_PATH })
  const season = useSeasonState(params.seasonId)
  const hasWallet = useHasWallet()
  const networkName = useNetworkName()

  const complete = (search: { order: number; txHash?: string }) =>
    void navigate({
      to: `${PRODUCT_PATH}complete/`,
      params: params,
      search,
      replace: order !== undefined,
    })

  if (order !== undefined) {
    return (
      <ProductOrderScreen
        key={order}
        routeParams={params}
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
      key={params.productId}
      routeParams={params}
      season={season}
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

const PRODUCT_PATH = '/rewards/dashboard/$seasonId/missions/$missionId/buy-xp/$productId/'

export function Complete() {
  const { txHash, order } = useSearch({ from: COMPLETE })
  return (
    <CompleteScreen routeParams={useParams({ from: COMPLETE })} txHash={txHash} order={order} />
  )
}

export function RefundRequest() {
  const { seasonId, historyId } = useParams({ from: REFUND })
  const { type = 'UNCREDITED' } = useSearch({ from: REFUND })
  const navigate = useNavigate({
    from: '/rewards/dashboard/$seasonId/history/$historyId/refund-request',
  })
  return (
    <RefundRequestScreen
      seasonId={seasonId}
      historyId={historyId}
      initialType={type}
      onType={(chosen) => void navigate({ search: { type: chosen }, replace: true })}
      onRequested={() =>
        void navigate({
          to: '/rewards/dashboard/$seasonId/history/$historyId/',
          params: { seasonId, historyId },
          replace: true,
        })
      }
    />
  )
}

/** Shows the packages, or one order. */
export function BuyCredit() {
  const { order } = useSearch({ from: CREDIT })
  const navigate = useNavigate({ from: '/home/buy-credit' })
  const hasWallet = useHasWallet()
  const networkName = useNetworkName()
  if (order !== undefined) {
    return (
      <CreditOrderScreen
        key={order}
        orderId={order}
        pay={pay}
        onClosed={() => void navigate({ search: {}, replace: true })}
      />
    )
  }
  return (
    <CreditScreen
      hasWallet={hasWallet}
      networkName={networkName}
      onOrdered={({ orderId }) => void navigate({ search: { order: orderId } })}
    />
  )
}
