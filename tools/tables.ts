import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from './run-step.ts'
import { TABLE_GROWTH, type Rows, type TableGrowth } from './table-growth.ts'

export const TABLES_PAGE = join(ROOT, 'docs/tables.md')

const MEMBERS = 1_000_000
const DAYS = 365
const SEASON_DAYS = 28

/** Rows of a deleted kind stay for up to this long until the next sweep. */
const SWEEP_DAYS = 1 / 24

function rowsAfterYear({ rows, kept }: TableGrowth): number {
  if ('total' in rows) return rows.total
  if ('perMember' in rows) return rows.perMember * MEMBERS
  const days = typeof kept === 'number' ? Math.min(kept + SWEEP_DAYS, DAYS) : DAYS
  return perMemberDay(rows) * days * MEMBERS
}

/** Returns the mean bytes that a member adds on each day of a year and that are still there at its end. */
export function bytesPerMemberDay(tables: readonly TableGrowth[]): number {
  const bytes = tables.reduce((sum, growth) => sum + rowsAfterYear(growth) * growth.bytes, 0)
  return bytes / DAYS / MEMBERS
}

const perMemberDay = (
  rows: Extract<Rows, { perMemberDay: number } | { perMemberSeason: number }>,
) => ('perMemberDay' in rows ? rows.perMemberDay : rows.perMemberSeason / SEASON_DAYS)

function rowsText(rows: Rows): string {
  if ('total' in rows) return `${rows.total.toLocaleString('en')} in all`
  if ('perMember' in rows) return `${rows.perMember} per member`
  return String(Number(perMemberDay(rows).toPrecision(2)))
}

const keptText = (kept: TableGrowth['kept']): string => {
  if (typeof kept === 'string') return kept
  return kept === 0 ? 'until it has expired' : `${kept} ${kept === 1 ? 'day' : 'days'}`
}

function sizeText(bytes: number): string {
  const units: [number, string][] = [
    [1e12, 'TB'],
    [1e9, 'GB'],
    [1e6, 'MB'],
    [1e3, 'kB'],
  ]
  const [size, unit] = units.find(([least]) => bytes >= least) ?? [1, 'B']
  return `${Number((bytes / size).toPrecision(2))} ${unit}`
}

/** Returns the page as text, the largest tables first. */
export function renderTables(): string {
  const tables = TABLE_GROWTH.map((growth) => ({
    ...growth,
    size: rowsAfterYear(growth) * growth.bytes,
  })).toSorted((a, b) => b.size - a.size || a.table.localeCompare(b.table))
  const total = tables.reduce((sum, { size }) => sum + size, 0)
  const lines = tables.map(({ table, purpose, rows, kept, bytes, size }) =>
    ['', `\`${table}\``, purpose, rowsText(rows), keptText(kept), bytes, sizeText(size), '']
      .join(' | ')
      .trim(),
  )
  return `${HEAD}
A million active members fill ${sizeText(total)} in a year.

| table | purpose | rows per member and day | lifetime | bytes per row | after a year |
|---|---|---|---|---|---|
${lines.join('\n')}
`
}

const HEAD = `# Tables

Every table, its growth and its lifetime. \`npm run tables\` generates this page from \`tools/table-growth.ts\`, and a test fails when a table of the migrations is missing there.

- An active member checks in once a day, claims the daily tickets, answers the question of the day, spins three times (once for free, twice for the tickets of the second tier), and receives a reminder and an alert. A season lasts four weeks. The last column assumes a million such members.
- Bytes per row include indexes. They were measured over 2,400 spins for \`ledger_entries\`, \`ledger_transactions\`, \`spin_commitments\`, \`histories\` and \`ranking_moves\`, and are estimated from their columns for all other tables.
- The rows per day of \`ledger_entries\`, \`ledger_transactions\`, \`ledger_keys\`, \`spin_commitments\`, \`histories\`, \`mission_completions\`, \`ranking_moves\` and \`idempotency_keys\` are counted: \`apps/server/test/behaviour/active-day.test.ts\` executes these missions in a demo season on a member’s second day, and fails when the rows differ. They make up nine tenths of the size. The test also counts the accounts of a season; rewards have one more. \`season_members\`, \`season_standings\` and \`round_standings\` follow from the rules: one row for each season or for each of its four rounds. All others are assumptions, such as how often members log in, buy and win.
- Rows with a lifetime in days are deleted by \`sweeps.ts\` in committed batches of 5,000 ([decision 0134](decisions/0134-bounded-verification-and-retention.md)). Rows of a season stay together, so that ended seasons can be detached. Records of money and the audit log stay.
`

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const before = readFileSync(TABLES_PAGE, { encoding: 'utf8', flag: 'a+' })
  const page = renderTables()
  if (page !== before) writeFileSync(TABLES_PAGE, page)
}
