import { createFileRoute } from '@tanstack/react-router'
import { CreditOrderScreen } from '#/features/shop/credit-order-screen.tsx'
import { CreditScreen } from '#/features/shop/credit-screen.tsx'
import { useNetworkName } from '#/features/wallet/networks.ts'
import { useWallet } from '#/features/wallet/store.ts'
import { loadTexts } from '#/lib/i18n.ts'
import { pay } from '#/routes/-pay.tsx'
import { orderSearch } from '#/routes/-search.ts'

export const Route = createFileRoute('/_member/home/buy-credit')({
  validateSearch: orderSearch,
  loader: () => loadTexts('shop'),
  component: BuyCredit,
})

/** The packages, or one order of them. */
function BuyCredit() {
  const { order } = Route.useSearch()
  const navigate = Route.useNavigate()
  const hasWallet = useWallet(({ server }) => typeof server === 'string')
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
