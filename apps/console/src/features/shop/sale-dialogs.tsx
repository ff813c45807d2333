import { useState } from 'react'
import { formatNumber } from '@solstice/ui/format.ts'
import { currentLanguage } from '@solstice/ui/language.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import { Confirm } from '#/shell/confirm.tsx'
import { Field } from '#/ui/field.tsx'
import { changeProduct, readShop } from './api.ts'
import type { Product, ProductChange } from './api.ts'
import { priceOf } from './product-table.tsx'

type DialogProps = { product: Product; onClose: () => void }

/** A product that costs tokens needs a second person for more, in a running season. */
const levelOfMore = ({ payType }: Product) => (payType === 'TOKEN' ? 'C4' : 'C1')

export function SaleDialog({ product, onClose }: DialogProps) {
  const { t } = useTranslation('shop')
  // The kind stays as it was asked, also when the answer changes the product.
  const [isStop] = useState(product.onSale)
  const name = product.name[currentLanguage()]
  const kind = isStop ? 'stop' : 'sell'
  return (
    <Confirm
      level={isStop ? 'C1' : levelOfMore(product)}
      title={t(`${kind}.title`, { name })}
      action={t(`${kind}.action`)}
      isDanger={isStop}
      effect={[
        [t('price'), priceOf(product)],
        [t('openOrders'), formatNumber(product.openOrders)],
      ]}
      note={t(`${kind}.note`)}
      run={(confirmed) => changeProduct(product.productId, { onSale: !isStop }, confirmed)}
      onDone={() => {
        onClose()
        showToast(t('saved'))
        void readShop()
      }}
      onClose={onClose}
    />
  )
}

/** Parses a whole number; null for an empty field, undefined for anything else. */
function numberOf(typed: string): number | null | undefined {
  if (typed.trim() === '') return null
  return /^\d{1,9}$/.test(typed.trim()) ? Number(typed.trim()) : undefined
}

const typedOf = (value: number | null) => (value === null ? '' : String(value))
const isMore = (before: number | null, after: number | null) =>
  before !== null && (after === null || after > before)

/**
 * Returns what differs. A limited stock changes by the units that were typed on or off, so that a
 * sale since the dialog opened still counts.
 */
function changeOf(seen: Product, stock: number | null, perUserLimit: number | null): ProductChange {
  const isCounted = stock !== null && seen.stock !== null
  return {
    ...(stock !== seen.stock &&
      (isCounted ? { stockChange: stock - (seen.stock ?? 0) } : { stock })),
    ...(perUserLimit !== seen.perUserLimit && { perUserLimit }),
  }
}

export function StockDialog({ product: current, onClose }: DialogProps) {
  const { t } = useTranslation('shop')
  // The typed stock is compared with the one it was typed over, also when the page reads again.
  const [product] = useState(current)
  const [stock, setStock] = useState(typedOf(product.stock))
  const [limit, setLimit] = useState(typedOf(product.perUserLimit))
  const name = product.name[currentLanguage()]
  const newStock = numberOf(stock)
  const newLimit = numberOf(limit)
  const isReady = newStock !== undefined && newLimit !== undefined && newLimit !== 0
  const gives =
    isReady && (isMore(product.stock, newStock) || isMore(product.perUserLimit, newLimit))
  return (
    <Confirm
      level={gives ? levelOfMore(product) : 'C1'}
      title={t('stockDialog.title', { name })}
      action={t('stockDialog.action')}
      effect={[
        [t('stock'), product.stock === null ? t('unlimited') : formatNumber(product.stock)],
        [t('sold'), formatNumber(product.sold)],
        [t('openOrders'), formatNumber(product.openOrders)],
      ]}
      isReady={isReady}
      fields={(isChecked) => (
        <>
          <Field
            label={t('stockDialog.stock')}
            inputMode="numeric"
            value={stock}
            onValue={setStock}
            help={t('stockDialog.stockHelp')}
            problem={isChecked && newStock === undefined ? t('wholeNumber') : undefined}
          />
          <Field
            label={t('stockDialog.limit')}
            inputMode="numeric"
            value={limit}
            onValue={setLimit}
            help={t('stockDialog.help')}
            problem={
              isChecked && (newLimit === undefined || newLimit === 0) ? t('wholeNumber') : undefined
            }
          />
        </>
      )}
      run={(confirmed) =>
        changeProduct(
          product.productId,
          changeOf(product, newStock ?? null, newLimit ?? null),
          confirmed,
        )
      }
      onDone={() => {
        onClose()
        showToast(t('saved'))
        void readShop()
      }}
      onClose={onClose}
    />
  )
}
