import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from '#/lib/i18n.ts'
import { Page } from '#/shell/page.tsx'
import tabs from '#/ui/tabs.module.css'
import { BalancesTab } from './balances-tab.tsx'
import { BOOK_TABS } from './books-search.ts'
import type { BookTab } from './books-search.ts'
import styles from './books.module.css'
import { ReconciliationTab } from './reconciliation-tab.tsx'
import { StatementTab } from './statement-tab.tsx'
import { VerificationTab } from './verification-tab.tsx'

/** Shows the books: balances, month statements, their verification and the chain beside them. */
export function BooksScreen() {
  const { t } = useTranslation('books')
  const { tab = 'balances' } = useSearch({ from: '/app/money/ledger' })
  return (
    <div className={styles.books}>
      <Page title={t('title')}>
        <nav className={tabs.tabs} aria-label={t('title')}>
          {BOOK_TABS.map((each) => (
            <Link
              key={each}
              to="/money/ledger"
              search={each === 'balances' ? {} : { tab: each }}
              className={tabs.tab}
              aria-current={each === tab ? 'page' : undefined}
              activeOptions={{ exact: true }}
            >
              {t(`tabs.${each}`)}
            </Link>
          ))}
        </nav>
        <Content tab={tab} />
      </Page>
    </div>
  )
}

function Content({ tab }: { tab: BookTab }) {
  switch (tab) {
    case 'balances':
      return <BalancesTab />
    case 'statement':
      return <StatementTab />
    case 'verification':
      return <VerificationTab />
    case 'reconciliation':
      return <ReconciliationTab />
  }
}
