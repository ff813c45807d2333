import { useInfiniteQuery } from '@tanstack/react-query'
import { booksEndpoints } from '@solstice/contract/books.endpoints'
import { formatNumber } from '@solstice/ui/format.ts'
import { PROGRAMME_OFFSET } from '@solstice/ui/programme-time.ts'
import { useState } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { formatColumnMinute, formatMinute } from '#/lib/times.ts'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { Badge } from '#/ui/badge.tsx'
import { Button } from '#/ui/button.tsx'
import { Note } from '#/ui/note.tsx'
import { Panel } from '#/ui/panel.tsx'
import { Table } from '#/ui/table.tsx'
import table from '#/ui/table.module.css'
import text from '#/ui/text.module.css'
import { reconciliationQuery } from './api.ts'
import type { Reconciliation, ReconciledToken } from './api.ts'
import { BookDialog } from './book-dialog.tsx'
import styles from './books.module.css'
import { formatExact } from './exact-amount.ts'
import { RunTable } from './run-table.tsx'

/** Shows what the books of an account consist of, what differs, and its earlier reconciliations. */
export function ReconciliationDetails({ accountId }: { accountId: number }) {
  const { t } = useTranslation('books')
  const query = useInfiniteQuery(reconciliationQuery(accountId))
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  return (
    <Loaded
      query={query}
      endpoint={booksEndpoints['ledger.reconciliation']}
      failed={t('detailsFailed')}
    >
      {({ pages }) => {
        const [first] = pages
        if (!first) return null
        return (
          <>
            <Parts view={first} />
            <Transfers view={first} />
            <Bookings view={first} />
            <RunTable runs={pages.flatMap(({ runs }) => runs)} />
            {hasNextPage && (
              <div>
                <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                  {t('older')}
                </Button>
              </div>
            )}
          </>
        )
      }}
    </Loaded>
  )
}

/** Shows how the expected balance of each token came about. */
function Parts({ view: { account } }: { view: Reconciliation }) {
  const { t } = useTranslation('books')
  const may = useMay()
  const [booked, setBooked] = useState<ReconciledToken>()
  const title = t('madeOf', { name: `${account.networkName}, ${t(`holders.${account.kind}`)}` })
  return (
    <Panel title={title} isFlush>
      <Table
        label={title}
        columns={[
          t('token'),
          t('openedOn', { offset: PROGRAMME_OFFSET }),
          { right: t('openingBalance') },
          { right: t('recorded') },
          { right: t('booked') },
          { right: t('expected') },
          { right: t('difference') },
          { unseen: t('actions') },
        ]}
        className={table.dense}
      >
        {account.tokens.map((token) => (
          <tr key={token.contract ?? ''}>
            <td>{token.symbol}</td>
            <td className={text.unbroken}>
              {formatColumnMinute(token.openedAt)},{' '}
              {t('block', { block: formatNumber(token.openedBlock) })}
            </td>
            <td className={table.right}>{formatExact(token.opening)}</td>
            <td className={table.right}>{formatExact(token.recorded)}</td>
            <td className={table.right}>{formatExact(token.booked)}</td>
            <td className={table.right}>{formatExact(token.expected)}</td>
            <td className={table.right}>{formatExact(token.difference)}</td>
            <td>
              {may('ledger.book') && token.difference !== '0' && (
                <Button size="small" onClick={() => setBooked(token)}>
                  {t('bookToken', { symbol: token.symbol })}
                </Button>
              )}
            </td>
          </tr>
        ))}
      </Table>
      {booked && (
        <BookDialog account={account} token={booked} onClose={() => setBooked(undefined)} />
      )}
    </Panel>
  )
}

function Transfers({ view: { transfers, unexplained } }: { view: Reconciliation }) {
  const { t } = useTranslation('books')
  return (
    <Panel title={t('differing')} isFlush>
      {unexplained.length > 0 && (
        <div className={styles.inset}>
          {unexplained.map(({ contract, symbol, amount }) => (
            <Note key={contract ?? ''} tone="warn">
              {t('unexplained', { amount: formatExact(amount), symbol })}
            </Note>
          ))}
        </div>
      )}
      {transfers.length === 0 ? (
        <Empty message={t('noTransfers')} />
      ) : (
        <Table
          label={t('differing')}
          columns={[
            t('hash'),
            t('token'),
            { right: t('blockNumber') },
            { right: t('onChain') },
            { right: t('inRecords') },
            t('state'),
          ]}
          className={table.dense}
        >
          {transfers.map(({ txHash, symbol, blockNumber, onChain, recorded, bookingId }) => (
            <tr key={`${txHash} ${symbol}`}>
              <td>
                <code className={styles.address}>{txHash}</code>
              </td>
              <td>{symbol}</td>
              <td className={table.right}>{formatNumber(blockNumber)}</td>
              <td className={table.right}>{formatExact(onChain)}</td>
              <td className={table.right}>{formatExact(recorded)}</td>
              <td>
                {bookingId === null ? (
                  <Badge tone="bad" icon="alert">
                    {t('states.open')}
                  </Badge>
                ) : (
                  <Badge tone="ok" icon="check">
                    {t('states.booked', { id: formatNumber(bookingId) })}
                  </Badge>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  )
}

function Bookings({ view: { bookings, hasMoreBookings } }: { view: Reconciliation }) {
  const { t } = useTranslation('books')
  if (bookings.length === 0) return null
  return (
    <Panel title={t('bookings')} isFlush>
      <Table
        label={t('bookings')}
        columns={[
          t('booking'),
          { right: t('amount') },
          t('token'),
          t('reason'),
          t('by'),
          t('hash'),
        ]}
        className={table.dense}
      >
        {bookings.map(({ bookingId, amount, symbol, reason, by, bookedAt, txHash }) => (
          <tr key={bookingId}>
            <td className={text.unbroken}>
              {formatNumber(bookingId)}, {formatMinute(bookedAt)}
            </td>
            <td className={table.right}>{formatExact(amount)}</td>
            <td>{symbol}</td>
            <td>{reason}</td>
            <td>{by}</td>
            <td>{txHash === null ? '–' : <code className={styles.address}>{txHash}</code>}</td>
          </tr>
        ))}
      </Table>
      {hasMoreBookings && <p className={text.soft}>{t('newestBookings')}</p>}
    </Panel>
  )
}
