import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { booksEndpoints } from '@solstice/contract/books.endpoints'
import type { CallData } from '@solstice/contract/wire'
import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { Instant } from '#/shell/instant.tsx'
import { Loaded } from '#/shell/loaded.tsx'
import { Facts } from '#/ui/facts.tsx'
import { Panel } from '#/ui/panel.tsx'
import { Table } from '#/ui/table.tsx'
import table from '#/ui/table.module.css'
import text from '#/ui/text.module.css'
import { transactionQuery } from './api.ts'
import styles from './books.module.css'
import type { BooksSearch } from './books-search.ts'
import { formatExact } from './exact-amount.ts'
import { kindName, unitName } from './unit-name.ts'

type Transaction = CallData<'ledger.transaction'>

/** Shows one transaction with its entries and what it belongs to. */
export function TransactionPanel({ transactionId }: { transactionId: number }) {
  const { t } = useTranslation('books')
  const search = useSearch({ from: '/app/money/ledger', select: withoutTransaction })
  const query = useQuery(transactionQuery(transactionId))
  return (
    <Panel
      title={t('transactionTitle', { id: formatNumber(transactionId) })}
      isFlush
      more={
        <Link to="/money/ledger" search={search} className={text.link}>
          {t('close')}
        </Link>
      }
    >
      <Loaded
        query={query}
        endpoint={booksEndpoints['ledger.transaction']}
        failed={t('transactionFailed', { id: formatNumber(transactionId) })}
      >
        {(transaction) => <Details transaction={transaction} />}
      </Loaded>
    </Panel>
  )
}

/** The list from which the transaction was opened. */
function withoutTransaction(search: BooksSearch): BooksSearch {
  return Object.fromEntries(Object.entries(search).filter(([name]) => name !== 'transaction'))
}

function Details({ transaction }: { transaction: Transaction }) {
  const { t } = useTranslation('books')
  const { kind, key, postedAt, entries, links } = transaction
  return (
    <>
      <div className={styles.inset}>
        <Facts
          look="left"
          facts={[
            [t('kind'), kindName(kind, t)],
            [t('posted'), <Instant key="at" at={postedAt} precision="second" />],
            [t('key'), <code key="key">{key}</code>],
            ...links.map(
              (link) => [t(`links.${link.kind}`), <LinkTo key={link.id} link={link} />] as const,
            ),
          ]}
        />
      </div>
      <Table
        label={t('entries')}
        columns={[t('account'), t('asset'), { right: t('amount') }]}
        className={table.dense}
      >
        {entries.map((entry) => (
          <tr key={`${entry.account} ${entry.userId} ${entry.asset} ${entry.scope}`}>
            <td>
              {entry.userId === null
                ? t(`accounts.${entry.account}`)
                : t('member', { id: formatNumber(entry.userId) })}
            </td>
            <td>{unitName(entry, t)}</td>
            <td className={table.right}>{formatExact(entry.amount)}</td>
          </tr>
        ))}
      </Table>
    </>
  )
}

/** Leads to the page of a subject, if there is one that the role may open. */
function LinkTo({ link }: { link: Transaction['links'][number] }) {
  const may = useMay()
  const here = useSearch({ from: '/app/money/ledger' })
  const { kind, id, userId } = link
  const name = formatNumber(Number(id))
  if (kind === 'TRANSACTION') {
    return (
      <Link to="/money/ledger" search={{ ...here, transaction: Number(id) }} className={text.link}>
        {name}
      </Link>
    )
  }
  if (kind === 'SEASON' && may('statistics.season')) {
    return (
      <Link to="/seasons/$seasonId" params={{ seasonId: id }} className={text.link}>
        {name}
      </Link>
    )
  }
  if (userId !== null && may('operator.showMember')) {
    const search = kind === 'MEMBER' ? {} : ({ tab: TAB_OF[kind] } as const)
    return (
      <Link
        to="/members/$userId"
        params={{ userId: String(userId) }}
        search={search}
        className={text.link}
      >
        {name}
      </Link>
    )
  }
  return name
}

const TAB_OF = {
  ORDER: 'orders',
  REFUND: 'orders',
  PAYOUT: 'payouts',
  WITHDRAWAL: 'payouts',
  SEASON: 'season',
} as const
