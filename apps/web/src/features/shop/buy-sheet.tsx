import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Button } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Facts } from '#/ui/facts.tsx'
import { Sheet } from '#/ui/sheet.tsx'
import text from '#/ui/text.module.css'
import type { Product } from './api.ts'
import { ProductArt } from './product-art.tsx'
import styles from './product-screen.module.css'
import { balancesAfter } from './product-view.ts'
import type { Balances } from './product-view.ts'
import { givesText, priceText } from './product-texts.ts'

type BuySheetProps = {
  product: Product
  balances: Balances
  isOpen: boolean
  isBusy: boolean
  onClose: () => void
  onConfirm: () => void
}

/** Shows the price, the credited items and the remaining balance before the member confirms. */
export function BuySheet({ product, balances, isOpen, isBusy, onClose, onConfirm }: BuySheetProps) {
  const { t } = useTranslation('shop')
  const after = balancesAfter(product, balances)
  const price = priceText(product, t)
  const changes: readonly (readonly [string, number, number])[] = [
    [t('xpToSpend'), balances.xpBalance, after.xpBalance],
    [t('ticketsToSpend'), balances.tickets, after.tickets],
  ]
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={t('confirm.title')}
      actions={
        <>
          <Button isBusy={isBusy} onClick={onConfirm}>
            {t('confirm.do', { price })}
          </Button>
          <Button variant="text" onClick={onClose}>
            {t('confirm.later')}
          </Button>
        </>
      }
    >
      <div className={styles.sheet}>
        <div className={styles.get}>
          <span className={styles.thumb}>
            <ProductArt product={product} />
          </span>
          <span>
            <span className={classNames(text.strong, styles.block)}>{product.name}</span>
            <span className={classNames(text.soft, text.number)}>{givesText(product, t)}</span>
          </span>
        </div>
        <Facts
          facts={[
            [t('fact.price'), price],
            ...changes
              .filter(([, before, then]) => before !== then)
              .map(
                ([name, before, then]) =>
                  [name, `${formatNumber(before)} → ${formatNumber(then)}`] as const,
              ),
          ]}
        />
      </div>
    </Sheet>
  )
}
