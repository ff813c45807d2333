import { formatNumber } from '@solstice/ui/format.ts'
import { currentLanguage } from '@solstice/ui/language.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import { Confirm } from '#/shell/confirm.tsx'
import { useMembersFact } from './effect-facts.tsx'
import { changeSale } from './live-api.ts'
import type { Product } from './live-api.ts'

type SaleDialogProps = { seasonId: number; product: Product; onClose: () => void }

/** Stops the sale of a product at once, or sells it again. The kind stays as it was asked. */
export function SaleDialog({ seasonId, product, onClose }: SaleDialogProps) {
  const { t } = useTranslation('live')
  const members = useMembersFact(seasonId)
  const { productId, onSale, price, stock } = product
  const kind = onSale ? 'stop' : 'sell'
  const name = product.name[currentLanguage()]
  return (
    <Confirm
      // A change that gives members more may need a second person.
      level={onSale ? 'C2' : 'C4'}
      title={t(`dialogs.${kind}.title`, { name })}
      action={t(`dialogs.${kind}.action`, { name })}
      isDanger={onSale}
      effect={[
        members,
        [t('shop.price'), price],
        [t('shop.stock'), stock === null ? t('noLimit') : formatNumber(stock)],
      ]}
      note={t(`dialogs.${kind}.note`)}
      typed={{ label: t(`dialogs.${kind}.typed`, { name }), expected: name }}
      run={(confirmed) => changeSale(productId, !onSale, confirmed)}
      onDone={() => {
        onClose()
        showToast(t('saved'))
      }}
      onClose={onClose}
    />
  )
}
