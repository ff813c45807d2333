import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { payoutEndpoints } from '@solstice/contract/payout.endpoints'
import { messageOf } from '@solstice/ui/api-error.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { formatNumber, formatShortAmount } from '@solstice/ui/format.ts'
import { PROGRAMME_OFFSET } from '@solstice/ui/programme-time.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { memberAddress } from '#/lib/member-address.ts'
import { formatColumnMinute } from '#/lib/times.ts'
import { showToast } from '#/lib/toast.ts'
import { treasuryQuery } from '#/shell/freeze/treasury-query.ts'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { Page } from '#/shell/page.tsx'
import { Pager } from '#/shell/pager.tsx'
import { Button } from '#/ui/button.tsx'
import { Panel } from '#/ui/panel.tsx'
import { Table } from '#/ui/table.tsx'
import table from '#/ui/table.module.css'
import text from '#/ui/text.module.css'
import { exportPayouts, payoutsQuery } from './api.ts'
import type { Payout, PayoutPage } from './api.ts'
import { isFiltered, parsePayoutsFilter } from './filter.ts'
import type { PayoutsFilter } from './filter.ts'
import { Filters } from './filters.tsx'
import { PayoutState } from './payout-state.tsx'
import styles from './payouts.module.css'

/** Lists the payouts of the treasury. The filters stand in the address, so that it can be sent. */
export function PayoutsScreen() {
  const { t } = useTranslation('payouts')
  const filter = useSearch({ from: '/app/money/payouts' })
  const navigate = useNavigate({ from: '/money/payouts' })
  const query = useQuery(payoutsQuery(filter))
  const may = useMay()
  const { data: treasury } = useQuery({ ...treasuryQuery, enabled: may('payout.treasury') })
  const show = (next: PayoutsFilter) => void navigate({ search: next })
  const names = new Map(treasury?.lanes.map((lane) => [lane.chainId, lane.networkName]))

  return (
    <Page title={t('title')} aside={<SaveCsv filter={filter} />}>
      <Panel isFlush>
        <Filters
          filter={filter}
          networks={treasury?.lanes ?? []}
          symbols={treasury?.caps.map(({ symbol }) => symbol) ?? []}
          onChange={(next) => show(parsePayoutsFilter({ ...next, page: undefined }))}
        />
        <Loaded query={query} endpoint={payoutEndpoints['payout.list']} failed={t('failed')}>
          {(data) =>
            data.list.length === 0 ? (
              <Empty message={t(isFiltered(filter) ? 'noMatch' : 'none')} />
            ) : (
              <>
                <PayoutTable list={data.list} networkNames={names} />
                <Sums page={data} />
                <Pager
                  page={data.page}
                  size={data.size}
                  shown={data.list.length}
                  totalCount={data.totalCount}
                  onPage={(page) => show({ ...filter, page })}
                />
              </>
            )
          }
        </Loaded>
      </Panel>
    </Page>
  )
}

function SaveCsv({ filter }: { filter: PayoutsFilter }) {
  const { t } = useTranslation('payouts')
  const may = useMay()
  const [isBusy, setBusy] = useState(false)
  if (!may('payout.export')) return null

  async function save() {
    setBusy(true)
    try {
      const url = URL.createObjectURL(await exportPayouts(filter))
      const link = document.createElement('a')
      link.href = url
      link.download = 'payouts.csv'
      link.click()
      URL.revokeObjectURL(url)
    } catch (error) {
      showToast(messageOf(error, t('csvFailed')))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button icon="download" isBusy={isBusy} onClick={() => void save()}>
      {t('csv')}
    </Button>
  )
}

type PayoutTableProps = {
  list: readonly Payout[]
  networkNames: ReadonlyMap<number, string>
}

function PayoutTable({ list, networkNames }: PayoutTableProps) {
  const { t } = useTranslation('payouts')
  return (
    <Table
      label={t('title')}
      columns={[
        t('payout'),
        t('purpose'),
        t('member'),
        t('stateHead'),
        { right: t('amount') },
        t('network'),
        { right: t('requested', { offset: PROGRAMME_OFFSET }) },
      ]}
    >
      {list.map((payout) => (
        <tr key={payout.payoutId}>
          <td>
            <Link
              to="/money/payouts/$payoutId"
              params={{ payoutId: String(payout.payoutId) }}
              className={classNames(text.link, text.numbers)}
            >
              {payout.payoutId}
            </Link>
          </td>
          <td className={text.unbroken}>{t(`member:payouts.purposes.${payout.purpose}`)}</td>
          <td>
            <Member userId={payout.userId} />
          </td>
          <td>
            <PayoutState payout={payout} />
          </td>
          <td className={classNames(table.right, text.unbroken)}>
            {formatShortAmount(payout.amount)} <span className={text.soft}>{payout.symbol}</span>
          </td>
          <td>
            {payout.chainId === null ? '–' : (networkNames.get(payout.chainId) ?? payout.chainId)}
          </td>
          <td className={classNames(table.right, text.unbroken, text.soft)}>
            {formatColumnMinute(payout.createdAt)}
          </td>
        </tr>
      ))}
    </Table>
  )
}

function Member({ userId }: { userId: number | null }) {
  const { t } = useTranslation('payouts')
  const may = useMay()
  if (userId === null) return <span className={text.soft}>{t('programme')}</span>
  if (!may('operator.showMember')) return <>{userId}</>
  return (
    <Link {...memberAddress(userId)} className={classNames(text.link, text.numbers)}>
      {userId}
    </Link>
  )
}

/** Adds up the whole filter, not only the page; a filter with too many payouts is not added up. */
function Sums({ page: { sums, totalCount } }: { page: PayoutPage }) {
  const { t } = useTranslation('payouts')
  if (sums === null) {
    return (
      <p className={styles.sums}>
        {t('tooMany', { count: totalCount, text: formatNumber(totalCount) })}
      </p>
    )
  }
  return (
    <p className={styles.sums}>
      <b>{t('sum', { count: totalCount, text: formatNumber(totalCount) })}</b>
      {sums.map(({ symbol, amount }) => (
        <b key={symbol} className={text.numbers}>
          {formatShortAmount(amount)} {symbol}
        </b>
      ))}
    </p>
  )
}
