import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { booksEndpoints } from '@solstice/contract/books.endpoints'
import { formatNumber } from '@solstice/ui/format.ts'
import { PROGRAMME_OFFSET } from '@solstice/ui/programme-time.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatColumnMinute } from '#/lib/times.ts'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { Button } from '#/ui/button.tsx'
import { Panel } from '#/ui/panel.tsx'
import { Table } from '#/ui/table.tsx'
import table from '#/ui/table.module.css'
import text from '#/ui/text.module.css'
import { transactionsQuery } from './api.ts'
import type { SystemAccount } from './api.ts'
import styles from './books.module.css'
import { formatExact } from './exact-amount.ts'
import { kindName, unitName } from './unit-name.ts'

/** Lists the newest transactions of an account of the system. */
export function TransactionsPanel({ of }: { of: SystemAccount }) {
  const { t } = useTranslation('books')
  const query = useInfiniteQuery(transactionsQuery(of))
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const symbol = query.data?.pages[0]?.symbol ?? ''
  const name = unitName({ ...of, symbol }, t)
  return (
    <Panel title={t('transactionsOf', { account: t(`accounts.${of.account}`), name })} isFlush>
      <Loaded
        query={query}
        endpoint={booksEndpoints['ledger.transactions']}
        failed={t('transactionsFailed')}
      >
        {({ pages }) => {
          const list = pages.flatMap((page) => page.list)
          if (list.length === 0) return <Empty message={t('noTransactions')} />
          return (
            <>
              <Table
                label={t('transactions')}
                columns={[
                  t('transaction'),
                  t('kind'),
                  t('time', { offset: PROGRAMME_OFFSET }),
                  { right: t('amount') },
                ]}
                className={table.dense}
              >
                {list.map(({ transactionId, kind, postedAt, amount }) => (
                  <tr key={transactionId}>
                    <td>
                      <Link
                        to="/money/ledger"
                        search={{ ...of, transaction: transactionId }}
                        className={text.link}
                      >
                        {formatNumber(transactionId)}
                      </Link>
                    </td>
                    <td>{kindName(kind, t)}</td>
                    <td className={text.unbroken}>{formatColumnMinute(postedAt)}</td>
                    <td className={table.right}>{formatExact(amount)}</td>
                  </tr>
                ))}
              </Table>
              {hasNextPage && (
                <div className={styles.more}>
                  <Button
                    size="small"
                    isBusy={isFetchingNextPage}
                    onClick={() => void fetchNextPage()}
                  >
                    {t('older')}
                  </Button>
                </div>
              )}
            </>
          )
        }}
      </Loaded>
    </Panel>
  )
}
