import { useQuery } from '@tanstack/react-query'
import { productEndpoints } from '@solstice/contract/product.endpoints'
import { formatNumber } from '@solstice/ui/format.ts'
import { currentLanguage } from '@solstice/ui/language.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { Badge } from '#/ui/badge.tsx'
import { Button } from '#/ui/button.tsx'
import { Panel } from '#/ui/panel.tsx'
import { TableScroll } from '#/ui/table-scroll.tsx'
import table from '#/ui/table.module.css'
import text from '#/ui/text.module.css'
import { productsQuery } from './live-api.ts'
import type { Product } from './live-api.ts'
import styles from './live.module.css'

type SaleTableProps = { seasonId: number; onAsk: (product: Product) => void }

/** Lists the products of the season's shop, whose sale can be stopped. */
export function SaleTable({ seasonId, onAsk }: SaleTableProps) {
  const { t } = useTranslation('live')
  const query = useQuery(productsQuery(seasonId))
  return (
    <Panel title={t('shop.title')} isFlush>
      <Loaded
        query={query}
        endpoint={productEndpoints['product.listAll']}
        failed={t('shop.failed')}
      >
        {({ list }) =>
          list.length === 0 ? (
            <Empty message={t('shop.empty')} />
          ) : (
            <TableScroll label={t('shop.title')}>
              <table className={table.table}>
                <thead>
                  <tr>
                    <th scope="col">{t('shop.product')}</th>
                    <th scope="col">{t('state')}</th>
                    <th scope="col" className={table.right}>
                      {t('shop.price')}
                    </th>
                    <th scope="col" className={table.right}>
                      {t('shop.stock')}
                    </th>
                    <th scope="col">
                      <span className={text.unseen}>{t('actions')}</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {list.map((product) => (
                    <SaleRow key={product.productId} product={product} onAsk={onAsk} />
                  ))}
                </tbody>
              </table>
            </TableScroll>
          )
        }
      </Loaded>
    </Panel>
  )
}

function SaleRow({ product, onAsk }: { product: Product; onAsk: SaleTableProps['onAsk'] }) {
  const { t } = useTranslation('live')
  const may = useMay()
  const { onSale, price, stock } = product
  const name = product.name[currentLanguage()]
  return (
    <tr>
      <td>{name}</td>
      <td>
        <Badge tone={onSale ? 'ok' : 'warn'}>{t(onSale ? 'shop.onSale' : 'shop.stopped')}</Badge>
      </td>
      <td className={table.right}>{price}</td>
      <td className={table.right}>{stock === null ? t('noLimit') : formatNumber(stock)}</td>
      <td>
        <div className={styles.actions}>
          {may('product.change') && (
            <Button
              size="small"
              tone={onSale ? 'risk' : 'normal'}
              aria-label={t(onSale ? 'shop.stopOf' : 'shop.sellOf', { name })}
              onClick={() => onAsk(product)}
            >
              {t(onSale ? 'shop.stop' : 'shop.sell')}
            </Button>
          )}
        </div>
      </td>
    </tr>
  )
}
