import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { booksEndpoints } from '@solstice/contract/books.endpoints'
import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatMinute } from '#/lib/times.ts'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { Columns } from '#/shell/page.tsx'
import { Button } from '#/ui/button.tsx'
import { Note } from '#/ui/note.tsx'
import { Panel } from '#/ui/panel.tsx'
import { Table } from '#/ui/table.tsx'
import table from '#/ui/table.module.css'
import text from '#/ui/text.module.css'
import { balancesQuery } from './api.ts'
import type { Balances, Group } from './api.ts'
import styles from './books.module.css'
import { SYSTEM_ACCOUNTS } from './books-search.ts'
import { downloadCsv } from './download.ts'
import { formatExact } from './exact-amount.ts'
import { FigureLink } from './figure-link.tsx'
import { TransactionPanel } from './transaction-panel.tsx'
import { TransactionsPanel } from './transactions-panel.tsx'
import { unitName } from './unit-name.ts'

/** Shows the trial balance; each figure leads to the postings that it is made of. */
export function BalancesTab() {
  const { t } = useTranslation('books')
  const query = useQuery(balancesQuery)
  return (
    <Loaded query={query} endpoint={booksEndpoints['ledger.balances']} failed={t('balancesFailed')}>
      {(balances) =>
        balances.groups.length === 0 ? (
          <Panel isFlush>
            <Empty message={t('noBalances')} />
          </Panel>
        ) : (
          <>
            <Sentence balances={balances} />
            <Columns main={<TrialBalance balances={balances} />} beside={<Parts />} />
          </>
        )
      }
    </Loaded>
  )
}

function Sentence({ balances }: { balances: Balances }) {
  const { t } = useTranslation('books')
  const { asOf, ledgerTransaction, newestTransaction, groups } = balances
  const wrong = groups.filter(({ isBalanced }) => !isBalanced)
  const time = asOf === null ? '–' : formatMinute(asOf)
  const upTo = t('asOf', { time, id: formatNumber(ledgerTransaction) })
  return (
    <>
      {wrong.length === 0 ? (
        <Note tone="ok" icon="check">
          <b>{t('balanced')}</b> {upTo}
        </Note>
      ) : (
        <Note tone="bad">
          <b>{t('notBalanced', { names: wrong.map((group) => unitName(group, t)).join(', ') })}</b>{' '}
          {upTo}
        </Note>
      )}
      {newestTransaction > ledgerTransaction && (
        <p className={text.soft}>{t('behind', { id: formatNumber(newestTransaction) })}</p>
      )}
    </>
  )
}

function TrialBalance({ balances }: { balances: Balances }) {
  const { t } = useTranslation('books')
  const { groups, ledgerTransaction } = balances
  const rows = groups.flatMap((group) =>
    group.accounts.map(({ account, balance, postings }) => [
      group.asset,
      group.scope,
      group.symbol,
      account,
      balance,
      String(postings),
    ]),
  )
  const save = () =>
    downloadCsv(`trial-balance-${ledgerTransaction}`, [
      ['asset', 'scope', 'unit', 'account', 'balance', 'postings'],
      ...rows,
    ])
  return (
    <Panel
      title={t('tabs.balances')}
      isFlush
      more={
        <Button size="small" icon="download" onClick={save}>
          CSV
        </Button>
      }
    >
      <Table
        label={t('tabs.balances')}
        columns={[t('account'), { right: t('balance') }, { right: t('postings') }]}
        className={table.dense}
      >
        {groups.map((group) => (
          <GroupRows key={`${group.asset} ${group.scope}`} group={group} />
        ))}
      </Table>
    </Panel>
  )
}

function GroupRows({ group }: { group: Group }) {
  const { t } = useTranslation('books')
  const name = unitName(group, t)
  const { asset, scope } = group
  return (
    <>
      <tr className={styles.groupRow}>
        <th scope="colgroup" colSpan={3}>
          {name}
        </th>
      </tr>
      {group.accounts.map(({ account, balance, postings }) => {
        const system = SYSTEM_ACCOUNTS.find((each) => each === account)
        const label = t('openFigure', { account: t(`accounts.${account}`), name })
        return (
          <tr key={account}>
            <td>{t(`accounts.${account}`)}</td>
            <td className={table.right}>
              <FigureLink
                amount={balance}
                label={label}
                search={system ? { asset, scope, account: system } : { tab: 'statement' }}
              />
            </td>
            <td className={table.right}>{formatNumber(postings)}</td>
          </tr>
        )
      })}
      <tr className={styles.sumRow}>
        <td>{t('sum')}</td>
        <td className={table.right}>{formatExact(group.sum)}</td>
        <td className={table.right}>–</td>
      </tr>
    </>
  )
}

/** Shows the transactions of the chosen account, and the chosen one of them. */
function Parts() {
  const { t } = useTranslation('books')
  const search = useSearch({ from: '/app/money/ledger' })
  const { asset, scope = '', account, transaction } = search
  if (transaction !== undefined) return <TransactionPanel transactionId={transaction} />
  if (asset && account) return <TransactionsPanel of={{ asset, scope, account }} />
  return (
    <Panel>
      <p className={text.soft}>{t('chooseFigure')}</p>
    </Panel>
  )
}
