import { classNames } from '@solstice/ui/class-names.ts'
import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Panel } from '#/ui/panel.tsx'
import { Table } from '#/ui/table.tsx'
import table from '#/ui/table.module.css'
import text from '#/ui/text.module.css'
import type { StatementGroup } from './api.ts'
import styles from './books.module.css'
import { SYSTEM_ACCOUNTS } from './books-search.ts'
import { formatExact } from './exact-amount.ts'
import { FigureLink } from './figure-link.tsx'
import { kindName, unitName } from './unit-name.ts'

type Account = StatementGroup['accounts'][number]

/** Shows opening balance, movements by kind and closing balance of each account of an asset. */
export function StatementTable({ group, month }: { group: StatementGroup; month: string }) {
  const { t } = useTranslation('books')
  const name = unitName(group, t)
  return (
    <div className={styles.statementGroup}>
      <Panel title={name} isFlush>
        <Table
          label={`${name}, ${month}`}
          columns={[
            t('account'),
            t('kind'),
            { right: t('credited') },
            { right: t('debited') },
            { right: t('balance') },
            { right: t('postings') },
          ]}
          className={table.dense}
        >
          {group.accounts.map((account) => (
            <AccountRows key={account.account} account={account} group={group} name={name} />
          ))}
        </Table>
      </Panel>
    </div>
  )
}

type AccountRowsProps = { account: Account; group: StatementGroup; name: string }

function AccountRows({ account: of, group, name }: AccountRowsProps) {
  const { t } = useTranslation('books')
  const { account, opening, closing, movements } = of
  const title = t(`accounts.${account}`)
  const system = SYSTEM_ACCOUNTS.find((each) => each === account)
  return (
    <>
      <tr className={styles.groupRow}>
        <th scope="row">{title}</th>
        <td>{t('opening')}</td>
        <Blank />
        <Blank />
        <td className={table.right}>{formatExact(opening)}</td>
        <Blank />
      </tr>
      {movements.map(({ kind, credited, debited, postings }) => (
        <tr key={kind}>
          <td className={text.faint}>{title}</td>
          <td>{kindName(kind, t)}</td>
          <td className={table.right}>{formatExact(credited)}</td>
          <td className={table.right}>{formatExact(debited)}</td>
          <Blank />
          <td className={table.right}>{formatNumber(postings)}</td>
        </tr>
      ))}
      <tr className={styles.sumRow}>
        <td className={text.faint}>{title}</td>
        <td>{t('closing')}</td>
        <Blank />
        <Blank />
        <td className={table.right}>
          {system ? (
            <FigureLink
              amount={closing}
              label={t('openFigure', { account: title, name })}
              search={{ asset: group.asset, scope: group.scope, account: system }}
            />
          ) : (
            formatExact(closing)
          )}
        </td>
        <Blank />
      </tr>
    </>
  )
}

/** A column that says nothing in this row. */
function Blank() {
  return <td className={classNames(table.right, text.faint)}>–</td>
}
