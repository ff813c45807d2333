import { Link } from '@tanstack/react-router'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import tabs from '#/ui/tabs.module.css'

const TABS = [
  { to: '/shop', name: 'products', needs: 'product.listAll' },
  { to: '/shop/orders', name: 'orders', needs: 'order.listAll' },
  { to: '/shop/payments', name: 'payments', needs: 'order.unmatched' },
] as const

/** Leads to the pages of the shop that the role may open. */
export function ShopTabs() {
  const { t } = useTranslation('shop')
  const may = useMay()
  return (
    <nav className={tabs.tabs} aria-label={t('title')}>
      {TABS.filter(({ needs }) => may(needs)).map(({ to, name }) => (
        <Link
          key={to}
          to={to}
          className={tabs.tab}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {t(`tabs.${name}`)}
        </Link>
      ))}
    </nav>
  )
}
