import type { PayParts } from '#/features/shop/order-flow.tsx'
import { lazyPart } from '#/shell/lazy-part.tsx'
import { Screen } from '#/ui/screen.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'

const PayOrder = lazyPart<PayParts>(async () => (await import('./-pay-order.tsx')).PayOrder, {
  texts: ['wallet', 'review'],
  meanwhile: (
    <Screen>
      <Skeleton isCard width="100%" height="16rem" />
    </Screen>
  ),
})

/** Loads the wallet only for token payments; XP and tickets do not need it. */
export const pay = (parts: PayParts) => <PayOrder {...parts} />
