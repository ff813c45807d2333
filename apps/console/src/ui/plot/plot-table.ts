type Cell = string | number | null

/** The values of a plot, as its table and its file show them. The first column names the row. */
export type PlotTable = {
  columns: readonly string[]
  rows: readonly (readonly Cell[])[]
}

/** Spreadsheets run a text that begins like a formula. */
const FORMULA = /^[=+\-@\t\r]/

function csvField(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const safe = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Writes the table as CSV (RFC 4180); a value that is not known stays empty. */
export function csvOf({ columns, rows }: PlotTable): string {
  return [columns, ...rows].map((row) => `${row.map(csvField).join(',')}\r\n`).join('')
}
