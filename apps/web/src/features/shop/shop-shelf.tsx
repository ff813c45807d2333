import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '#/lib/i18n.ts'
import { SHOP_MISSION } from '#/lib/shop-mission.ts'
import { Loaded } from '#/shell/loaded.tsx'
import { buttonClass } from '#/ui/button.tsx'
import { productsQuery } from './api.ts'
import { OpenOrders } from './open-orders.tsx'
import type { SeasonState } from './product-view.ts'
import { Products, ShopSkeleton } from './shop-screen.tsx'
import styles from './shop-screen.module.css'
import { usePurchases } from './use-purchases.ts'

/** The shelf shows only a few products; the shop lists the rest. */
const SHOWN = 4

/** Shows open orders and a selection of products. */
export function ShopShelf({ seasonId, season }: { seasonId: number; season: SeasonState }) {
  const { t } = useTranslation('shop')
  const query = useQuery(productsQuery(seasonId))
  const { purchases } = usePurchases(seasonId)
  return (
    <div className={styles.shelf}>
      <OpenOrders purchases={purchases} missionId={SHOP_MISSION} />
      <Loaded query={query} skeleton={<ShopSkeleton />} failed={t('loadFailed')}>
        {(products) => (
          <Products
            products={products.slice(0, SHOWN)}
            missionId={SHOP_MISSION}
            balances={season.balances}
            isSeasonOpen={season.isOpen}
          />
        )}
      </Loaded>
      <Link
        to="/rewards/dashboard/$seasonId/missions/$missionId/buy-xp/"
        params={{ seasonId, missionId: SHOP_MISSION }}
        className={buttonClass('quiet')}
      >
        {t('enter')}
      </Link>
    </div>
  )
}
