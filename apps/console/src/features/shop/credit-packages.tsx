import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { creditEndpoints } from '@solstice/contract/credit.endpoints'
import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { showToast } from '#/lib/toast.ts'
import { Confirm } from '#/shell/confirm.tsx'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { Badge } from '#/ui/badge.tsx'
import { Button } from '#/ui/button.tsx'
import { Field, SelectField } from '#/ui/field.tsx'
import { Panel } from '#/ui/panel.tsx'
import { Table } from '#/ui/table.tsx'
import table from '#/ui/table.module.css'
import { tokensQuery } from './add-product.tsx'
import { addPackage, packagesQuery, readShop, sellPackage } from './api.ts'
import type { CreditPackage } from './api.ts'

/** Lists the packages of credit, which belong to no season. */
export function CreditPackages() {
  const { t } = useTranslation('shop')
  const may = useMay()
  const query = useQuery(packagesQuery)
  const [asked, setAsked] = useState<CreditPackage>()
  const [isAdding, setAdding] = useState(false)
  return (
    <Panel
      title={t('packages.title')}
      isFlush
      more={
        may('credit.addPackage') && (
          <Button size="small" icon="plus" onClick={() => setAdding(true)}>
            {t('packages.add')}
          </Button>
        )
      }
    >
      <Loaded
        query={query}
        endpoint={creditEndpoints['credit.listAll']}
        failed={t('packages.failed')}
      >
        {({ list }) =>
          list.length === 0 ? (
            <Empty message={t('packages.empty')} />
          ) : (
            <Table
              label={t('packages.title')}
              columns={[
                { right: t('packages.credit') },
                { right: t('price') },
                t('state'),
                { unseen: t('actions') },
              ]}
            >
              {list.map((each) => (
                <tr key={each.packageId}>
                  <td className={table.right}>{formatNumber(each.credit)}</td>
                  <td className={table.right}>{each.price}</td>
                  <td>
                    <Badge tone={each.onSale ? 'ok' : 'warn'}>
                      {t(each.onSale ? 'onSale' : 'stopped')}
                    </Badge>
                  </td>
                  <td>
                    {may('credit.changePackage') && (
                      <div className={table.actions}>
                        <Button
                          size="small"
                          tone={each.onSale ? 'risk' : 'normal'}
                          aria-label={t(each.onSale ? 'packages.stopOf' : 'packages.sellOf', {
                            credit: formatNumber(each.credit),
                          })}
                          onClick={() => setAsked(each)}
                        >
                          {t(each.onSale ? 'stop.open' : 'sell.open')}
                        </Button>
                      </div>
                    )}
                  </td>
                </tr>
              ))}
            </Table>
          )
        }
      </Loaded>
      {asked && <PackageDialog asked={asked} onClose={() => setAsked(undefined)} />}
      {isAdding && <AddPackage onClose={() => setAdding(false)} />}
    </Panel>
  )
}

type PackageDialogProps = { asked: CreditPackage; onClose: () => void }

function PackageDialog({
  asked: { packageId, credit, price, onSale },
  onClose,
}: PackageDialogProps) {
  const { t } = useTranslation('shop')
  const kind = onSale ? 'stop' : 'sell'
  return (
    <Confirm
      level={onSale ? 'C1' : 'C4'}
      title={t(`${kind}.title`, { name: t('packages.name', { credit: formatNumber(credit) }) })}
      action={t(`${kind}.action`)}
      isDanger={onSale}
      effect={[[t('price'), price]]}
      note={t(`${kind}.note`)}
      run={(confirmed) => sellPackage(packageId, !onSale, confirmed)}
      onDone={() => {
        onClose()
        showToast(t('saved'))
        void readShop()
      }}
      onClose={onClose}
    />
  )
}

function AddPackage({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shop')
  const tokens = useQuery(tokensQuery).data?.list.filter(({ enabled }) => enabled) ?? []
  const [credit, setCredit] = useState('')
  const [price, setPrice] = useState('')
  const [at, setAt] = useState('0')
  const token = tokens[Number(at)]
  const isCredit = /^[1-9]\d{0,8}$/.test(credit)
  const isPrice = /^\d{1,7}(\.\d{1,18})?$/.test(price) && Number(price) > 0
  return (
    <Confirm
      level="C4"
      title={t('packages.add')}
      action={t('packages.addAction')}
      effect={[]}
      note={t('add.note')}
      isReady={isCredit && isPrice && token !== undefined}
      fields={(isChecked) => (
        <>
          <Field
            label={t('packages.credit')}
            inputMode="numeric"
            value={credit}
            onValue={setCredit}
            problem={isChecked && !isCredit ? t('wholeNumber') : undefined}
          />
          <Field
            label={t('price')}
            inputMode="decimal"
            value={price}
            onValue={setPrice}
            problem={isChecked && !isPrice ? t('priceProblem') : undefined}
          />
          <SelectField
            label={t('add.token')}
            value={at}
            options={tokens.map((each, index) => [
              String(index),
              t('add.tokenOn', { symbol: each.symbol, chain: each.chainId }),
            ])}
            onValue={setAt}
            problem={isChecked && !token ? t('add.noToken') : undefined}
          />
        </>
      )}
      run={(confirmed) =>
        addPackage(
          {
            credit: Number(credit),
            price,
            chainId: token?.chainId ?? 0,
            contract: token?.address ?? 'native',
            position: 100,
          },
          confirmed,
        )
      }
      onDone={() => {
        onClose()
        showToast(t('packages.added'))
        void readShop()
      }}
      onClose={onClose}
    />
  )
}
