/** The mark by which Excel recognises UTF-8; without it, it garbles Korean. */
const BYTE_ORDER_MARK = '\uFEFF'

/** A spreadsheet would run a cell that begins with one of these as a formula. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/** Writes rows as in RFC 4180, with the mark that Excel needs. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('')
}

/** An apostrophe before a formula makes a spreadsheet show it as text. */
function cellText(value: string): string {
  const safe = FORMULA.test(value.trimStart()) || FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
