import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { productEndpoints } from '@solstice/contract/product.endpoints'
import { seasonPlanEndpoints } from '@solstice/contract/season-plan.endpoints'
import { currentLanguage } from '@solstice/ui/language.ts'
import { serverNow } from '@solstice/ui/time.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { Page } from '#/shell/page.tsx'
import { seasonsQuery } from '#/shell/season/season-queries.ts'
import type { SeasonRow } from '#/shell/season/season-queries.ts'
import { Button } from '#/ui/button.tsx'
import { SelectField } from '#/ui/field.tsx'
import { Panel } from '#/ui/panel.tsx'
import { AddProduct } from './add-product.tsx'
import { productsQuery } from './api.ts'
import { CreditPackages } from './credit-packages.tsx'
import { ProductTable } from './product-table.tsx'
import styles from './shop.module.css'
import { ShopTabs } from './shop-tabs.tsx'

/** Shows the products of one season in their order, and the packages of credit below. */
export function ShopScreen() {
  const { t } = useTranslation('shop')
  const query = useQuery(seasonsQuery)
  return (
    <Page title={t('title')}>
      <ShopTabs />
      <Loaded
        query={query}
        endpoint={seasonPlanEndpoints['seasonPlan.list']}
        failed={t('seasonsFailed')}
      >
        {(seasons) =>
          seasons.length === 0 ? (
            <Panel>
              <Empty message={t('noSeasons')} />
            </Panel>
          ) : (
            <Products seasons={seasons} />
          )
        }
      </Loaded>
      <CreditPackages />
    </Page>
  )
}

/** The running season, otherwise the newest published one, otherwise the newest draft. */
function firstChoice(seasons: readonly SeasonRow[]): SeasonRow | undefined {
  const now = serverNow()
  const published = seasons.filter(({ state }) => state === 'PUBLISHED')
  return (
    published.find(({ startAt, endAt }) => Date.parse(startAt) <= now && now < Date.parse(endAt)) ??
    published.at(-1) ??
    seasons.at(-1)
  )
}

function Products({ seasons }: { seasons: readonly SeasonRow[] }) {
  const { t } = useTranslation('shop')
  const may = useMay()
  const { season } = useSearch({ from: '/app/shop' })
  const navigate = useNavigate({ from: '/shop' })
  const chosen = seasons.find(({ seasonId }) => seasonId === season) ?? firstChoice(seasons)
  const seasonId = chosen?.seasonId ?? 0
  const query = useQuery(productsQuery(seasonId))
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <div className={styles.head}>
        <SelectField
          label={t('season')}
          value={String(seasonId)}
          options={seasons.map((each) => [
            String(each.seasonId),
            each.title[currentLanguage()] || t('untitled', { id: each.seasonId }),
          ])}
          onValue={(value) => void navigate({ search: { season: Number(value) } })}
        />
        {may('product.add') && (
          <Button tone="primary" icon="plus" onClick={() => setAdding(true)}>
            {t('add.open')}
          </Button>
        )}
      </div>
      <Panel isFlush>
        <Loaded query={query} endpoint={productEndpoints['product.listAll']} failed={t('failed')}>
          {({ list }) =>
            list.length === 0 ? (
              <Empty message={t('empty')} />
            ) : (
              <ProductTable seasonId={seasonId} list={list} />
            )
          }
        </Loaded>
      </Panel>
      {isAdding && <AddProduct seasonId={seasonId} onClose={() => setAdding(false)} />}
    </>
  )
}
