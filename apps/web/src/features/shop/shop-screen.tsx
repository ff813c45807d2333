import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import art from '#/art/empty-history.svg'
import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { useBack } from '#/shell/use-back.ts'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Notice } from '#/ui/notice.tsx'
import { ScreenIcon } from '#/ui/screen-icon.tsx'
import { Screen, ScreenHeader, iconButtonClass } from '#/ui/screen.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { EmptyState } from '#/ui/state-message.tsx'
import { Tabs } from '#/ui/tabs.tsx'
import text from '#/ui/text.module.css'
import { productsQuery } from './api.ts'
import type { PayType, Product } from './api.ts'
import { OpenOrders } from './open-orders.tsx'
import { ProductArt } from './product-art.tsx'
import { offerOf } from './product-view.ts'
import type { Balances, SeasonState } from './product-view.ts'
import { givesText, priceText } from './product-texts.ts'
import styles from './shop-screen.module.css'
import { usePurchases } from './use-purchases.ts'

const TABS = ['all', 'XP', 'TICKET', 'TOKEN'] as const
type Tab = (typeof TABS)[number]

export type ShopParams = { seasonId: number; missionId: number }

type ShopScreenProps = ShopParams & {
  season: SeasonState
}

export function ShopScreen({ seasonId, missionId, season }: ShopScreenProps) {
  const { t } = useTranslation('shop')
  const back = useBack()
  const query = useQuery(productsQuery(seasonId))
  const { purchases } = usePurchases(seasonId)
  const [tab, setTab] = useState<Tab>('all')
  return (
    <Screen
      header={
        <ScreenHeader
          back={back}
          title={t('title')}
          action={
            <Link
              to="/rewards/dashboard/$seasonId/history/"
              params={{ seasonId }}
              search={{ tab: 'Purchased' }}
              className={iconButtonClass}
              aria-label={t('purchases')}
            >
              <ScreenIcon name="clock" />
            </Link>
          }
        />
      }
    >
      <div className={styles.shop}>
        <BalanceCard season={season} />
        <OpenOrders purchases={purchases} missionId={missionId} />
        <div>
          <Tabs
            variant="line"
            label={t('tabs.label')}
            tabs={TABS.map((name) => ({ name, label: t(`tabs.${name}`) }))}
            current={tab}
            onChange={setTab}
          >
            <Loaded query={query} skeleton={<ShopSkeleton />} failed={t('loadFailed')}>
              {(products) => (
                <Products
                  products={products.filter(({ payType }) => tab === 'all' || payType === tab)}
                  missionId={missionId}
                  balances={season.balances}
                  isSeasonOpen={season.isOpen}
                />
              )}
            </Loaded>
          </Tabs>
        </div>
        <p className={classNames(text.small, text.faint)}>{t('balanceOnly')}</p>
      </div>
    </Screen>
  )
}

function BalanceCard({ season }: { season: SeasonState }) {
  const { t } = useTranslation('shop')
  const { balances, hasFailed, retry } = season
  if (!balances && hasFailed) {
    return (
      <Notice
        role="alert"
        action={
          <Button variant="quiet" isCompact onClick={retry}>
            {t('common:retry')}
          </Button>
        }
      >
        {t('purseFailed')}
      </Notice>
    )
  }
  const numbers = [
    ['xpToSpend', balances?.xpBalance],
    ['ticketsToSpend', balances?.tickets],
  ] as const
  return (
    <Card>
      <div className={styles.balances}>
        {numbers.map(([name, value]) => (
          <div key={name}>
            <p className={classNames(text.small, text.soft)}>{t(name)}</p>
            <p className={classNames(text.title, text.number)}>
              {value === undefined ? <Skeleton width="60%" height="26px" /> : formatNumber(value)}
            </p>
          </div>
        ))}
      </div>
    </Card>
  )
}

type ProductsProps = {
  products: readonly Product[]
  missionId: number
  balances: Balances | undefined
  isSeasonOpen: boolean
}

export function Products({ products, missionId, balances, isSeasonOpen }: ProductsProps) {
  const { t } = useTranslation('shop')
  if (products.length === 0) {
    return (
      <EmptyState art={art} title={t('empty')}>
        {t('emptyText')}
      </EmptyState>
    )
  }
  return (
    <ul className={styles.grid}>
      {products.map((product) => (
        <li key={product.productId}>
          <ProductCard
            product={product}
            missionId={missionId}
            balances={balances}
            isSeasonOpen={isSeasonOpen}
          />
        </li>
      ))}
    </ul>
  )
}

type ProductCardProps = Omit<ProductsProps, 'products'> & { product: Product }

function ProductCard({ product, missionId, balances, isSeasonOpen }: ProductCardProps) {
  const { t } = useTranslation('shop')
  const { seasonId, productId, stock } = product
  const offer = offerOf(product, balances, isSeasonOpen)
  const isClosed = offer.kind === 'closed'
  const mark = isClosed
    ? t(`mark.${offer.reason}`)
    : stock !== null && stock <= FEW && t('mark.few', { count: stock })
  return (
    <Link
      to="/rewards/dashboard/$seasonId/missions/$missionId/buy-xp/$productId/"
      params={{ seasonId, missionId, productId }}
      className={classNames(styles.card, isClosed && styles.closed)}
    >
      <span className={styles.picture}>
        <ProductArt product={product} />
        {mark && <span className={classNames(text.small, text.strong, styles.mark)}>{mark}</span>}
      </span>
      <span className={styles.text}>
        <span className={text.strong}>{product.name}</span>
        <span className={classNames(text.small, text.soft, text.number)}>
          {givesText(product, t)}
        </span>
      </span>
      <span className={styles.price}>
        <PayIcon payType={product.payType} />
        <span className={classNames(text.strong, text.number, offer.kind !== 'open' && text.soft)}>
          {priceText(product, t)}
        </span>
      </span>
    </Link>
  )
}

/** The stock below which the card shows the remaining number. */
const FEW = 20

function PayIcon({ payType }: { payType: PayType }) {
  return (
    <ScreenIcon
      name={payType === 'XP' ? 'star' : payType === 'TICKET' ? 'ticket' : 'chain'}
      size={20}
    />
  )
}

export function ShopSkeleton() {
  return (
    <div className={styles.grid}>
      {[0, 1, 2, 3].map((card) => (
        <Skeleton key={card} isCard width="100%" height="232px" />
      ))}
    </div>
  )
}
