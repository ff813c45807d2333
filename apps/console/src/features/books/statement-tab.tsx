import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { booksEndpoints } from '@solstice/contract/books.endpoints'
import { formatNumber } from '@solstice/ui/format.ts'
import { currentLanguage } from '@solstice/ui/language.ts'
import { PROGRAMME_OFFSET } from '@solstice/ui/programme-time.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatMinute, formatYearMinute } from '#/lib/times.ts'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { Button } from '#/ui/button.tsx'
import { SelectField } from '#/ui/field.tsx'
import { Note } from '#/ui/note.tsx'
import { Panel } from '#/ui/panel.tsx'
import text from '#/ui/text.module.css'
import { statementQuery } from './api.ts'
import type { Statement } from './api.ts'
import styles from './books.module.css'
import { downloadCsv } from './download.ts'
import { MovementPlot } from './movement-plot.tsx'
import { lateCount, statementRows } from './statement-rows.ts'
import { StatementTable } from './statement-table.tsx'

/** Shows the statement of a programme month, which can be printed and downloaded. */
export function StatementTab() {
  const { t } = useTranslation('books')
  const { month } = useSearch({ from: '/app/money/ledger' })
  const query = useQuery(statementQuery(month))
  return (
    <Loaded
      query={query}
      endpoint={booksEndpoints['ledger.statement']}
      failed={t('statementFailed')}
    >
      {(statement) => (
        <>
          <Controls statement={statement} />
          {statement.groups.length === 0 ? (
            <Panel isFlush>
              <Empty message={t('noMovements')} />
            </Panel>
          ) : (
            <article className={styles.statement} aria-label={titleOf(statement, t('statement'))}>
              <Head statement={statement} />
              <div className={styles.screenOnly}>
                <MovementPlot statement={statement} />
              </div>
              {statement.groups.map((group) => (
                <StatementTable
                  key={`${group.asset} ${group.scope}`}
                  group={group}
                  month={statement.month}
                />
              ))}
              <Signature />
            </article>
          )}
        </>
      )}
    </Loaded>
  )
}

/** Formats `June 2026`. The month is the programme's, so no time zone applies. */
function monthName(month: string): string {
  const locale = currentLanguage() === 'ko' ? 'ko' : 'en-GB'
  const style = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(locale, style).format(new Date(`${month}-01T00:00:00Z`))
}

const titleOf = ({ month }: Statement, name: string) => `${name} ${monthName(month)}`

function Controls({ statement }: { statement: Statement }) {
  const { t } = useTranslation('books')
  const navigate = useNavigate({ from: '/money/ledger' })
  const { month, months } = statement
  const options = [...new Set([month, ...months])].toSorted().toReversed()
  return (
    <div className={styles.controls}>
      <SelectField
        label={t('month')}
        value={month}
        options={options.map((each) => [each, monthName(each)] as const)}
        onValue={(next) => void navigate({ search: { tab: 'statement', month: next } })}
      />
      <div className={styles.buttons}>
        <Button
          icon="download"
          onClick={() => downloadCsv(`statement-${month}`, statementRows(statement))}
        >
          CSV
        </Button>
        <Button icon="book" onClick={() => window.print()}>
          {t('print')}
        </Button>
      </div>
    </div>
  )
}

function Head({ statement }: { statement: Statement }) {
  const { t } = useTranslation('books')
  const { startAt, endAt, asOf, closedAt, ledgerTransaction, groups } = statement
  const title = titleOf(statement, t('statement'))
  useFileTitle(title)
  const wrong = groups.some(({ isBalanced }) => !isBalanced)
  const late = lateCount(groups)
  return (
    <header className={styles.statementHead}>
      <h2 className={styles.statementTitle}>{title}</h2>
      <p>
        {t('period', {
          from: formatYearMinute(startAt),
          to: formatYearMinute(endAt),
          offset: PROGRAMME_OFFSET,
        })}
      </p>
      <p className={text.soft}>
        {t('asOf', {
          time: asOf === null ? '–' : formatMinute(asOf),
          id: formatNumber(ledgerTransaction),
        })}{' '}
        {closedAt === null ? t('open') : t('closed', { time: formatMinute(closedAt) })}
      </p>
      {late > 0 && <Note tone="warn">{t('late', { count: late, text: formatNumber(late) })}</Note>}
      {wrong && <Note tone="bad">{t('statementNotBalanced')}</Note>}
    </header>
  )
}

/** A printed file is named after the statement, not after the page. */
function useFileTitle(title: string): void {
  useEffect(() => {
    const before = document.title
    const apply = () => {
      document.title = title
    }
    apply()
    // The page sets its own title when it opens.
    window.addEventListener('beforeprint', apply)
    return () => {
      window.removeEventListener('beforeprint', apply)
      document.title = before
    }
  }, [title])
}

/** Is signed by hand on the printed page. */
function Signature() {
  const { t } = useTranslation('books')
  return (
    <footer className={styles.signature}>
      <span>{t('signedPlace')}</span>
      <span>{t('signedName')}</span>
    </footer>
  )
}
