import type { PayParts } from '#/features/shop/order-flow.tsx'
import { lazyPart } from '#/shell/lazy-part.tsx'
import { Screen } from '#/ui/screen.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'

const PayOrder = lazyPart<PayParts>(async () => (await import('./-pay-order.tsx')).PayOrder, {
  texts: ['wallet'],
  meanwhile: (
    <Screen>
      <Skeleton isCard width="100%" height="16rem" />
    </Screen>
  ),
})

/** The wallet comes to who pays with it; what is paid in XP or tickets does without. */
export const pay = (parts: PayParts) => <PayOrder {...parts} />
