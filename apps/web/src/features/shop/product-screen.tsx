import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useEndOnceSeen } from '#/lib/intent.ts'
import type { Intent } from '#/lib/intent.ts'
import { refreshProgramme } from '#/lib/programme-query.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { UnconfirmedNotice } from '#/shell/unconfirmed-notice.tsx'
import { useBack } from '#/shell/use-back.ts'
import { Button, buttonClass } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Facts } from '#/ui/facts.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import text from '#/ui/text.module.css'
import { buyProduct, productQuery } from './api.ts'
import type { Bought, Product } from './api.ts'
import { BuySheet } from './buy-sheet.tsx'
import { OpenOrders } from './open-orders.tsx'
import { ProductArt } from './product-art.tsx'
import styles from './product-screen.module.css'
import { offerOf, openOrderOf } from './product-view.ts'
import type { Offer, Balances, SeasonState } from './product-view.ts'
import { givesText, priceText } from './product-texts.ts'
import { useBuy } from './use-buy.ts'
import { usePurchases } from './use-purchases.ts'

export type ProductParams = { seasonId: number; missionId: number; productId: number }

type ProductScreenProps = {
  routeParams: ProductParams
  season: SeasonState
  /** Token prices can only be paid from the member's own wallet. */
  hasWallet: boolean
  /** Returns the display name of a network. */
  networkName: (chainId: number) => string | undefined
  onBought: (bought: Bought) => void
}

export function ProductScreen({ routeParams, ...rest }: ProductScreenProps) {
  const { t } = useTranslation('shop')
  const back = useBack()
  const query = useQuery(productQuery(routeParams.seasonId, routeParams.productId))
  if (query.data)
    return <Detail product={query.data} query={query} routeParams={routeParams} {...rest} />
  return (
    <Screen header={<ScreenHeader back={back} title={t('product')} />}>
      <Loaded query={query} skeleton={<ProductSkeleton />} failed={t('productFailed')}>
        {() => null}
      </Loaded>
    </Screen>
  )
}

type DetailProps = ProductScreenProps & {
  product: Product
  query: Parameters<typeof Loaded<Product>>[0]['query']
}

function Detail({ product, query, routeParams, ...props }: DetailProps) {
  const { season, hasWallet, networkName, onBought } = props
  const { balances, isOpen: isSeasonOpen } = season
  const { t } = useTranslation('shop')
  const back = useBack()
  const { purchases, isKnown: arePurchasesKnown } = usePurchases(routeParams.seasonId)
  const [isConfirming, setConfirming] = useState(false)
  const { seasonId, productId } = product
  const intent: Intent = ['purchase', seasonId, productId]
  const { run, isBusy, isUnconfirmed, dismiss } = useBuy({
    intent,
    label: 'Purchase',
    about: { seasonId, productId, payType: product.payType, price: product.price },
    buy: (key) => buyProduct({ seasonId, productId }, key),
    refresh: refreshProgramme,
  })
  const isToken = product.payType === 'TOKEN'
  const offer = offerOf(product, balances, isSeasonOpen)
  const order = openOrderOf(purchases, productId)
  useEndOnceSeen(intent, order !== undefined)

  async function buy(): Promise<void> {
    const bought = await run()
    setConfirming(false)
    if (bought) onBought(bought)
  }

  return (
    <Screen
      header={<ScreenHeader back={back} title={product.name} />}
      dock={
        <Dock
          product={product}
          routeParams={routeParams}
          offer={offer}
          orderId={order?.historyId}
          needsWallet={product.payType === 'TOKEN' && !hasWallet}
          onRetry={isToken || balances || !season.hasFailed ? undefined : season.retry}
        >
          <Button
            // Wait for the purchases, because another device may have an open order, and for the
            // balances, which the sheet shows.
            isBusy={isToken ? isBusy || !arePurchasesKnown : !balances || (isBusy && !isConfirming)}
            onClick={() => (isToken ? void buy() : setConfirming(true))}
          >
            {t('buyFor', { price: priceText(product, t) })}
          </Button>
        </Dock>
      }
    >
      <Loaded query={query} skeleton={null} failed={t('productFailed')}>
        {() => (
          <div className={styles.page}>
            {isUnconfirmed && (
              <UnconfirmedNotice
                title={t('unconfirmed.title')}
                check={
                  <Link
                    to="/rewards/dashboard/$seasonId/history/"
                    params={{ seasonId }}
                    search={{ tab: 'Purchased' }}
                    className={buttonClass('quiet', true)}
                    onClick={dismiss}
                  >
                    {t('unconfirmed.check')}
                  </Link>
                }
              >
                {t('unconfirmed.text')}
              </UnconfirmedNotice>
            )}
            <div className={styles.hero}>
              <ProductArt product={product} />
            </div>
            <div className={styles.text}>
              <p className={text.headline}>{givesText(product, t) || product.name}</p>
              <p className={text.soft}>{product.description}</p>
            </div>
            <OpenOrders purchases={order && [order]} missionId={routeParams.missionId} />
            <ProductFacts
              product={product}
              balances={balances}
              network={product.chainId === null ? undefined : networkName(product.chainId)}
            />
            <p className={classNames(text.small, text.faint)}>
              {t(product.payType === 'TOKEN' ? 'tokenNote' : 'balanceNote')} {t('refundNote')}
            </p>
          </div>
        )}
      </Loaded>
      {balances && !isToken && (
        <BuySheet
          product={product}
          balances={balances}
          isOpen={isConfirming}
          isBusy={isBusy}
          onClose={() => setConfirming(false)}
          onConfirm={() => void buy()}
        />
      )}
    </Screen>
  )
}

type ProductFactsProps = {
  product: Product
  balances: Balances | undefined
  network: string | undefined
}

function ProductFacts({ product, balances, network }: ProductFactsProps) {
  const { t } = useTranslation('shop')
  const { payType, stock, perUserLimit, bought } = product
  return (
    <Facts
      facts={[
        [t('fact.price'), priceText(product, t)],
        payType === 'XP' &&
          balances && [t('fact.youHave'), t('xp', { xp: formatNumber(balances.xpBalance) })],
        payType === 'TICKET' &&
          balances && [
            t('fact.youHave'),
            t('tickets', { count: balances.tickets, number: formatNumber(balances.tickets) }),
          ],
        network !== undefined && [t('fact.network'), network],
        stock !== null && [t('fact.stock'), formatNumber(stock)],
        perUserLimit !== null && [
          t('fact.limit'),
          t('fact.boughtOf', { bought: formatNumber(bought), limit: formatNumber(perUserLimit) }),
        ],
        perUserLimit === null && bought > 0 && [t('fact.bought'), formatNumber(bought)],
      ]}
    />
  )
}

type DockProps = {
  product: Product
  routeParams: ProductParams
  offer: Offer
  orderId: number | undefined
  needsWallet: boolean
  /** Set when the balances could not be loaded. */
  onRetry: (() => void) | undefined
  /** The button that buys the product. */
  children: ReactNode
}

function Dock({ product, routeParams, offer, orderId, needsWallet, onRetry, children }: DockProps) {
  const { t } = useTranslation('shop')
  if (orderId !== undefined) {
    return (
      <Link
        to="/rewards/dashboard/$seasonId/missions/$missionId/buy-xp/$productId/"
        params={routeParams}
        search={{ order: orderId }}
        className={buttonClass('lit')}
      >
        {t('continueOrder')}
      </Link>
    )
  }
  if (offer.kind === 'closed') {
    return (
      <>
        <Line>{t(`closed.${offer.reason}`)}</Line>
        <Button variant="quiet" disabled>
          {t('buyFor', { price: priceText(product, t) })}
        </Button>
      </>
    )
  }
  if (offer.kind === 'short') {
    const unit = product.payType === 'XP' ? 'shortXp' : 'shortTickets'
    return (
      <>
        <Line>{t(unit, { count: offer.missing, number: formatNumber(offer.missing) })}</Line>
        <Link
          to="/rewards/dashboard/$seasonId/"
          params={{ seasonId: routeParams.seasonId }}
          className={buttonClass('quiet')}
        >
          {t('toMissions')}
        </Link>
      </>
    )
  }
  if (needsWallet) {
    return (
      <>
        <Line>{t('needsWallet')}</Line>
        <Link to="/wallet" className={buttonClass('lit')}>
          {t('toWallet')}
        </Link>
      </>
    )
  }
  if (onRetry) {
    return (
      <>
        <Line>{t('purseFailed')}</Line>
        <Button variant="quiet" onClick={onRetry}>
          {t('common:retry')}
        </Button>
      </>
    )
  }
  return children
}

function Line({ children }: { children: string }) {
  return (
    <p className={classNames(text.soft, text.number, styles.line)} role="status">
      {children}
    </p>
  )
}

function ProductSkeleton() {
  return (
    <div className={styles.skeleton}>
      <Skeleton isCard width="100%" height="218px" />
      <Skeleton width="60%" height="36px" />
      <Skeleton width="90%" height="24px" />
      <Skeleton isCard width="100%" height="156px" />
    </div>
  )
}
