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
import { Table } from '#/ui/table.tsx'
import table from '#/ui/table.module.css'
import { productsQuery } from './live-api.ts'
import type { Product } from './live-api.ts'

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
            <Table
              label={t('shop.title')}
              columns={[
                t('shop.product'),
                t('state'),
                { right: t('shop.price') },
                { right: t('shop.stock') },
                { unseen: t('actions') },
              ]}
            >
              {list.map((product) => (
                <SaleRow key={product.productId} product={product} onAsk={onAsk} />
              ))}
            </Table>
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
        <div className={table.actions}>
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
