import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { messageOf } from '@solstice/ui/api-error.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { formatNumber } from '@solstice/ui/format.ts'
import { currentLanguage } from '@solstice/ui/language.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { showToast } from '#/lib/toast.ts'
import { priceText } from '#/shell/price-text.ts'
import { Badge } from '#/ui/badge.tsx'
import { Button } from '#/ui/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import { Table } from '#/ui/table.tsx'
import table from '#/ui/table.module.css'
import text from '#/ui/text.module.css'
import { arrangeProducts, readShop } from './api.ts'
import type { Product } from './api.ts'
import { moved } from './moved.ts'
import styles from './shop.module.css'
import { Spark } from './spark.tsx'

type ProductTableProps = { seasonId: number; list: readonly Product[] }

/** Lists the products as members see them. A row moves by dragging, or by its buttons. */
export function ProductTable({ seasonId, list }: ProductTableProps) {
  const { t } = useTranslation('shop')
  const may = useMay()
  const [dragged, setDragged] = useState<number>()
  const [isSaving, setSaving] = useState(false)
  const mayArrange = may('product.arrange')
  const ids = list.map(({ productId }) => productId)

  async function save(order: number[], undo?: () => void) {
    if (isSaving) return
    setSaving(true)
    try {
      await arrangeProducts(seasonId, order)
      showToast(t('arranged'), undo && { label: t('common:undo'), run: undo })
    } catch (error) {
      showToast(messageOf(error, t('arrangeFailed')))
    } finally {
      await readShop()
      setSaving(false)
    }
  }

  function move(from: number, to: number) {
    const order = moved(ids, from, to)
    if (order.join() !== ids.join()) void save(order, () => void save(ids))
  }

  return (
    <Table
      label={t('products')}
      columns={[
        ...(mayArrange ? [{ unseen: t('order') }] : []),
        t('product'),
        t('state'),
        { right: t('price') },
        { right: t('stock') },
        t('pace'),
        { right: t('sold') },
        { right: t('income') },
        { right: t('openOrders') },
      ]}
    >
      {list.map((product, at) => (
        <tr
          key={product.productId}
          className={classNames(dragged === at && styles.dragged)}
          onDragOver={(event) => dragged !== undefined && event.preventDefault()}
          onDrop={() => {
            if (dragged !== undefined) move(dragged, at)
            setDragged(undefined)
          }}
        >
          {mayArrange && (
            <td>
              <MoveButtons
                product={product}
                isFirst={at === 0}
                isLast={at === list.length - 1}
                isBusy={isSaving}
                onMove={(by) => move(at, at + by)}
                onDrag={(isDragged) => setDragged(isDragged ? at : undefined)}
              />
            </td>
          )}
          <Cells product={product} />
        </tr>
      ))}
    </Table>
  )
}

function Cells({ product }: { product: Product }) {
  const { t } = useTranslation('shop')
  const { productId, onSale, stock, daysLeft, sold, income, symbol, openOrders } = product
  const name = product.name[currentLanguage()]
  const isScarce = onSale && daysLeft !== null && daysLeft < 7
  return (
    <>
      <td>
        <Link to="/shop/$productId" params={{ productId: String(productId) }} className={text.link}>
          {name}
        </Link>
        <div className={classNames(text.small, text.soft)}>{givesOf(product)}</div>
      </td>
      <td>
        <Badge tone={onSale ? 'ok' : 'warn'} icon={onSale ? 'check' : 'stop'}>
          {t(onSale ? 'onSale' : 'stopped')}
        </Badge>
      </td>
      <td className={table.right}>{priceOf(product)}</td>
      <td className={table.right}>{stock === null ? t('unlimited') : formatNumber(stock)}</td>
      <td>
        <span className={styles.pace}>
          <Spark soldByDay={product.soldByDay} />
          <span className={classNames(text.small, isScarce ? text.warn : text.soft)}>
            {daysLeft === null ? '–' : t('daysLeft', { count: daysLeft })}
          </span>
        </span>
      </td>
      <td className={table.right}>{formatNumber(sold)}</td>
      <td className={table.right}>{priceText(income, symbol)}</td>
      <td className={table.right}>{formatNumber(openOrders)}</td>
    </>
  )
}

/** Formats the price, which the server sends with its unit. */
export const priceOf = ({ price, symbol }: Product) => priceText(price.split(' ')[0] ?? '', symbol)

export const givesOf = ({ givesXp, givesTickets }: Product) =>
  [
    givesXp > 0 && priceText(String(givesXp), 'XP'),
    givesTickets > 0 && priceText(String(givesTickets), 'TICKET'),
  ]
    .filter(Boolean)
    .join(', ')

type MoveButtonsProps = {
  product: Product
  isFirst: boolean
  isLast: boolean
  isBusy: boolean
  onMove: (by: 1 | -1) => void
  onDrag: (isDragged: boolean) => void
}

function MoveButtons({ product, isFirst, isLast, isBusy, onMove, onDrag }: MoveButtonsProps) {
  const { t } = useTranslation('shop')
  const name = product.name[currentLanguage()]
  return (
    <div className={styles.moves}>
      {/* Dragging is for the mouse; the buttons do the same by keyboard. */}
      <span
        className={styles.handle}
        draggable
        aria-hidden="true"
        onDragStart={() => onDrag(true)}
        onDragEnd={() => onDrag(false)}
      >
        <Icon name="drag" />
      </span>
      <Button
        size="small"
        tone="plain"
        icon="up"
        aria-label={t('moveUp', { name })}
        disabled={isFirst}
        isBusy={isBusy}
        onClick={() => onMove(-1)}
      >
        {''}
      </Button>
      <Button
        size="small"
        tone="plain"
        icon="down"
        aria-label={t('moveDown', { name })}
        disabled={isLast}
        isBusy={isBusy}
        onClick={() => onMove(1)}
      >
        {''}
      </Button>
    </div>
  )
}
