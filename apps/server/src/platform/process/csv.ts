/** A cell that a spreadsheet would run as a formula, after spaces that it ignores. */
const FORMULA = /^[\s\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/
const NUMBER = /^-?\d+(\.\d+)?$/

/**
 * Returns a line of CSV as in RFC 4180. An apostrophe before a formula makes a spreadsheet show it as
 * text, because the cells contain words of other people.
 */
export function csvLine(cells: readonly (string | number | null | undefined)[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`
}

function cellOf(value: string | number | null | undefined): string {
  const text = String(value ?? '')
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe
}
