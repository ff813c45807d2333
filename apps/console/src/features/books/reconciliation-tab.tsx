import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { booksEndpoints } from '@solstice/contract/books.endpoints'
import { messageOf } from '@solstice/ui/api-error.ts'
import { formatNumber } from '@solstice/ui/format.ts'
import { useBusy } from '@solstice/ui/use-busy.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { formatMinute } from '#/lib/times.ts'
import { showToast } from '#/lib/toast.ts'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { Badge } from '#/ui/badge.tsx'
import { Button } from '#/ui/button.tsx'
import { Note } from '#/ui/note.tsx'
import { Panel } from '#/ui/panel.tsx'
import { Table } from '#/ui/table.tsx'
import table from '#/ui/table.module.css'
import text from '#/ui/text.module.css'
import { reconcile, reconciliationsQuery } from './api.ts'
import type { Reconciled } from './api.ts'
import styles from './books.module.css'
import { FigureLink } from './figure-link.tsx'
import { formatExact } from './exact-amount.ts'
import { ReconciliationDetails } from './reconciliation-details.tsx'

/** Shows the expected and the actual balances of the treasury, and what explains a difference. */
export function ReconciliationTab() {
  const { t } = useTranslation('books')
  const { holder } = useSearch({ from: '/app/money/ledger' })
  const query = useQuery(reconciliationsQuery)
  return (
    <Loaded
      query={query}
      endpoint={booksEndpoints['ledger.reconciliations']}
      failed={t('reconciliationFailed')}
    >
      {({ accounts }) => (
        <>
          <Sentence accounts={accounts} />
          {accounts.length === 0 ? (
            <Panel isFlush>
              <Empty message={t('noAccounts')} />
            </Panel>
          ) : (
            <div className={styles.cards}>
              {accounts.map((account) => (
                <AccountPanel key={account.accountId} account={account} />
              ))}
            </div>
          )}
          {holder !== undefined && <ReconciliationDetails key={holder} accountId={holder} />}
        </>
      )}
    </Loaded>
  )
}

const differs = ({ tokens }: Reconciled) => tokens.some(({ difference }) => difference !== '0')

function Sentence({ accounts }: { accounts: readonly Reconciled[] }) {
  const { t } = useTranslation('books')
  const may = useMay()
  const { isBusy, run } = useBusy()
  const isRunning = accounts.some((account) => account.isRunning)
  const wrong = accounts.filter(differs)
  const known = accounts.filter(({ reconciledAt }) => reconciledAt !== null)

  async function start() {
    try {
      await reconcile()
      showToast(t('reconcileStarted'))
    } catch (error) {
      showToast(messageOf(error, t('reconcileFailed')))
    }
  }

  return (
    <div className={styles.sentence}>
      {wrong.length > 0 ? (
        <Note tone="bad" isLive>
          <b>{t('differs', { names: wrong.map(({ networkName }) => networkName).join(', ') })}</b>{' '}
          {t('differsNote')}
        </Note>
      ) : known.length > 0 ? (
        <Note tone="ok" icon="check">
          <b>{t('noDifference')}</b> {t('noDifferenceNote')}
        </Note>
      ) : (
        <Note>{t('nightly')}</Note>
      )}
      {may('ledger.reconcile') && accounts.length > 0 && (
        <Button icon="retry" isBusy={isBusy || isRunning} onClick={() => void run(start)}>
          {t('reconcile')}
        </Button>
      )}
    </div>
  )
}

function AccountPanel({ account }: { account: Reconciled }) {
  const { t } = useTranslation('books')
  const { accountId, networkName, kind, address, block, reconciledAt, failure, tokens } = account
  const name = `${networkName}, ${t(`holders.${kind}`)}`
  return (
    <Panel title={name} isFlush more={<State account={account} />}>
      <div className={styles.inset}>
        <p className={text.soft}>
          <code className={styles.address}>{address}</code>
        </p>
        <p className={text.soft}>
          {reconciledAt === null || block === null
            ? t('notReconciled')
            : t('reconciledAt', {
                time: formatMinute(reconciledAt),
                block: formatNumber(block.number),
              })}
        </p>
        {failure && (
          <Note tone="warn">
            <b>{t('failedAt', { time: formatMinute(failure.at) })}</b>{' '}
            {t(`failures.${failure.why}`)}
          </Note>
        )}
      </div>
      {tokens.length > 0 && (
        <Table
          label={name}
          columns={[
            t('token'),
            { right: t('expected') },
            { right: t('onChain') },
            { right: t('difference') },
          ]}
          className={table.dense}
        >
          {tokens.map(({ contract, symbol, expected, onChain, difference }) => (
            <tr key={contract ?? ''}>
              <td>{symbol}</td>
              <td className={table.right}>
                <FigureLink
                  amount={expected}
                  label={t('openExpected', { symbol, name })}
                  search={{ tab: 'reconciliation', holder: accountId }}
                />
              </td>
              <td className={table.right}>{formatExact(onChain)}</td>
              <td className={table.right}>
                <span className={difference === '0' ? text.soft : text.bad}>
                  {formatExact(difference)}
                </span>
              </td>
            </tr>
          ))}
        </Table>
      )}
      <div className={styles.more}>
        <Link
          to="/money/ledger"
          search={{ tab: 'reconciliation', holder: accountId }}
          className={text.link}
          aria-label={t('detailsOf', { name })}
        >
          {t('details')}
        </Link>
      </div>
    </Panel>
  )
}

function State({ account }: { account: Reconciled }) {
  const { t } = useTranslation('books')
  if (account.isRunning) {
    return (
      <Badge tone="accent" icon="clock">
        {t('states.running')}
      </Badge>
    )
  }
  if (differs(account)) {
    return (
      <Badge tone="bad" icon="alert">
        {t('states.differs')}
      </Badge>
    )
  }
  if (account.failure || account.isOverdue || account.reconciledAt === null) {
    return (
      <Badge tone="warn" icon="clock">
        {t('states.unknown')}
      </Badge>
    )
  }
  return (
    <Badge tone="ok" icon="check">
      {t('states.equal')}
    </Badge>
  )
}
