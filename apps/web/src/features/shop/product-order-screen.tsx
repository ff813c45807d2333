import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { refreshProgramme } from '#/lib/programme-query.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { useBack } from '#/shell/use-back.ts'
import { buttonClass } from '#/ui/button.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { productQuery, purchaseQuery, updateOrder } from './api.ts'
import type { PurchaseDetail } from './api.ts'
import { OrderFlow } from './order-flow.tsx'
import type { PayParts } from './order-flow.tsx'
import styles from './order-flow.module.css'
import { purchaseOrder, standingOf } from './order.ts'
import { ProductArt } from './product-art.tsx'
import type { ProductParams } from './product-screen.tsx'
import { givesText } from './product-texts.ts'
import { useOrderChange } from './use-order-change.ts'

type ProductOrderScreenProps = {
  routeParams: ProductParams
  historyId: number
  pay: (parts: PayParts) => ReactNode
  onCredited: (purchase: PurchaseDetail) => void
  onClosed: () => void
}

/**
 * Shows a product order: the member pays it here, follows it on any device and resumes it after an
 * interruption.
 */
export function ProductOrderScreen(props: ProductOrderScreenProps) {
  const { t } = useTranslation('shop')
  const back = useBack()
  const query = useQuery(purchaseQuery(props.routeParams.seasonId, props.historyId))
  const purchase = query.data
  const isCredited = purchase !== undefined && hasBeenCredited(purchase)

  const finish = useEffectEvent(() => purchase && props.onCredited(purchase))
  useEffect(() => {
    if (isCredited) finish()
  }, [isCredited])

  if (purchase && !isCredited) return <Ordered {...props} purchase={purchase} />
  return (
    <Screen header={<ScreenHeader back={back} title={t('order')} />}>
      <Loaded
        query={{ ...query, data: undefined }}
        skeleton={<OrderSkeleton />}
        failed={t('orderFailed')}
      >
        {() => null}
      </Loaded>
    </Screen>
  )
}

/** Also returns true for a purchase that was paid from a balance and never was an order. */
function hasBeenCredited(purchase: PurchaseDetail): boolean {
  return purchase.payment === null || standingOf(purchase) === 'credited'
}

type OrderedProps = ProductOrderScreenProps & { purchase: PurchaseDetail }

function Ordered({ purchase, routeParams, historyId, pay, onClosed }: OrderedProps) {
  const { t } = useTranslation('shop')
  const back = useBack()
  const queries = useQueryClient()
  const { seasonId, productId } = routeParams
  const { data: product } = useQuery(productQuery(seasonId, productId))
  const order = purchaseOrder(purchase)
  const { userProductId } = purchase
  const params = { seasonId, productId, userProductId: userProductId ?? 0 }
  const send = useOrderChange({
    label: 'Reporting a payment',
    about: params,
    send: (body: Parameters<typeof updateOrder>[1], key) => updateOrder(params, body, key),
    refresh: refreshProgramme,
  })
  if (!order) return null

  async function change(body: Parameters<typeof updateOrder>[1]): Promise<void> {
    if (userProductId !== null) await send(body)
  }

  return (
    <OrderFlow
      order={order}
      name={purchase.title}
      gives={product ? givesText(product, t) : ''}
      art={
        product && (
          <span className={styles.thumb}>
            <ProductArt product={product} />
          </span>
        )
      }
      back={back}
      pay={pay}
      reportPayment={(txHash) => change({ txHash })}
      cancel={() => change({ status: 'CANCELLED' })}
      fetchOrder={async () =>
        purchaseOrder(
          await queries.fetchQuery({ ...purchaseQuery(seasonId, historyId), staleTime: 0 }),
        )
      }
      onClosed={onClosed}
      later={
        <Link
          to="/rewards/dashboard/$seasonId/history/$historyId/"
          params={{ seasonId, historyId }}
          className={buttonClass('quiet')}
        >
          {t('toHistory')}
        </Link>
      }
    />
  )
}

export function OrderSkeleton() {
  return (
    <div className={styles.skeleton}>
      <Skeleton isCard width="100%" height="160px" />
      <Skeleton isCard width="100%" height="208px" />
    </div>
  )
}
