import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { productEndpoints } from '@solstice/contract/product.endpoints'
import { formatNumber } from '@solstice/ui/format.ts'
import { currentLanguage } from '@solstice/ui/language.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { formatYearDay } from '#/lib/times.ts'
import { History } from '#/shell/history/history.tsx'
import { Loaded } from '#/shell/loaded.tsx'
import { Columns, Page } from '#/shell/page.tsx'
import { priceText } from '#/shell/price-text.ts'
import { Button, buttonClass } from '#/ui/button.tsx'
import { Facts } from '#/ui/facts.tsx'
import { Panel } from '#/ui/panel.tsx'
import { BarList } from '#/ui/plot/bar-list.tsx'
import text from '#/ui/text.module.css'
import { productQuery } from './api.ts'
import type { Product } from './api.ts'
import { ContentDialog } from './content-dialog.tsx'
import { ProductPicture } from './product-picture.tsx'
import { givesOf, priceOf } from './product-table.tsx'
import { SaleDialog, StockDialog } from './sale-dialogs.tsx'
import styles from './shop.module.css'

const DAY_MS = 86_400_000

/** Shows one product with its sales, and changes what may change. */
export function ProductScreen() {
  const { t } = useTranslation('shop')
  const { productId } = useParams({ from: '/app/shop/$productId' })
  const query = useQuery(productQuery(Number(productId)))
  const name = query.data?.name[currentLanguage()] ?? t('productNumber', { id: productId })
  return (
    <Page title={name} above={{ to: '/shop', title: t('title'), name }}>
      <Loaded
        query={query}
        endpoint={productEndpoints['product.details']}
        failed={t('productFailed', { id: productId })}
      >
        {(product) => <ProductPage product={product} asOf={query.dataUpdatedAt} />}
      </Loaded>
    </Page>
  )
}

function ProductPage({ product, asOf }: { product: Product; asOf: number }) {
  const { t } = useTranslation('shop')
  const may = useMay()
  const { productId, symbol, stock, daysLeft, perUserLimit, createdAt } = product
  const [open, setOpen] = useState<'sale' | 'stock' | 'content'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <Columns
        main={
          <>
            <Panel title={t('sales')}>
              <Facts
                look="left"
                facts={[
                  [t('sold'), formatNumber(product.sold)],
                  [t('income'), priceText(product.income, symbol)],
                  [t('openOrders'), formatNumber(product.openOrders)],
                  [t('stock'), stock === null ? t('unlimited') : formatNumber(stock)],
                  [t('lasts'), daysLeft === null ? '–' : t('daysLeft', { count: daysLeft })],
                ]}
              />
              <BarList bars={barsOf(product, asOf)} />
              {may('order.listAll') && (
                <Link to="/shop/orders" search={{ product: productId }} className={text.link}>
                  {t('ordersOf')}
                </Link>
              )}
            </Panel>
            <Panel title={t('content')}>
              <Facts
                look="left"
                facts={[
                  [t('nameEn'), product.name.en],
                  [
                    t('nameKo'),
                    <span key="ko" lang="ko">
                      {product.name.ko}
                    </span>,
                  ],
                  [t('descriptionEn'), product.description.en],
                  [
                    t('descriptionKo'),
                    <span key="ko" lang="ko">
                      {product.description.ko}
                    </span>,
                  ],
                ]}
              />
              <ProductPicture url={product.imageUrl} />
            </Panel>
          </>
        }
        beside={
          <Panel title={t('terms')}>
            <Facts
              facts={[
                [t('state'), t(product.onSale ? 'onSale' : 'stopped')],
                [t('price'), priceOf(product)],
                [t('gives'), givesOf(product)],
                [t('limit'), perUserLimit === null ? t('unlimited') : formatNumber(perUserLimit)],
                [t('added'), formatYearDay(createdAt)],
              ]}
            />
            <p className={text.soft}>{t('fixed')}</p>
            {may('product.change') && (
              <div className={styles.actions}>
                <Button tone={product.onSale ? 'risk' : 'normal'} onClick={() => setOpen('sale')}>
                  {t(product.onSale ? 'stop.open' : 'sell.open')}
                </Button>
                <Button onClick={() => setOpen('stock')}>{t('stockDialog.open')}</Button>
                <Button onClick={() => setOpen('content')}>{t('contentDialog.open')}</Button>
              </div>
            )}
            <Link to="/shop" search={{ season: product.seasonId }} className={buttonClass('plain')}>
              {t('back')}
            </Link>
          </Panel>
        }
        below={
          may('audit.history') && (
            <History subjects={[[`product:${productId}`, t('productNumber', { id: productId })]]} />
          )
        }
      />
      {open === 'sale' && <SaleDialog product={product} onClose={close} />}
      {open === 'stock' && <StockDialog product={product} onClose={close} />}
      {open === 'content' && <ContentDialog product={product} onClose={close} />}
    </>
  )
}

const barsOf = ({ soldByDay }: Product, asOf: number) =>
  soldByDay.map((sold, day) => ({
    label: formatYearDay(asOf - (soldByDay.length - 1 - day) * DAY_MS),
    value: sold,
    text: formatNumber(sold),
  }))
