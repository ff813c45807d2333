/** Spreadsheets run a cell that begins like this as a formula. */
const FORMULA = /^'*[=+\-@\t\r]/

/** A spreadsheet adds up negative numbers only if they are not guarded as texts. */
const NEGATIVE = /^-\d+(\.\d+)?$/

/** A leading apostrophe makes a spreadsheet show the text as it is. */
const guarded = (cell: string) => (FORMULA.test(cell) && !NEGATIVE.test(cell) ? `'${cell}` : cell)
const unguarded = (cell: string) =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell

/** Spreadsheets read a file as UTF-8 only with this mark at its beginning. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Writes rows as RFC 4180. */
export function formatCsv(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((row) => row.map((cell) => quoted(guarded(cell))).join(','))
  return `${BYTE_ORDER_MARK}${lines.map((line) => `${line}\r\n`).join('')}`
}

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** Reads rows of RFC 4180; undefined if a quoted cell does not end. Accepts every line end. */
export function parseCsv(text: string): string[][] | undefined {
  const source = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < source.length) {
    const cell = cellAt(source, at)
    if (!cell) return undefined
    row.push(unguarded(cell.text))
    at = cell.end
    if (source[at] === ',') {
      at += 1
      // A line that ends with a comma has an empty last cell.
      if (at < source.length && !isLineEnd(source[at])) continue
      row.push('')
    }
    if (source[at] === '\r') at += 1
    if (source[at] === '\n') at += 1
    rows.push(row)
    row = []
  }
  return rows
}

const isLineEnd = (letter: string | undefined) => letter === '\r' || letter === '\n'

function cellAt(source: string, start: number): { text: string; end: number } | undefined {
  if (source[start] !== '"') {
    let end = start
    while (end < source.length && source[end] !== ',' && !isLineEnd(source[end])) end += 1
    return { text: source.slice(start, end), end }
  }
  let text = ''
  for (let at = start + 1; at < source.length; at += 1) {
    if (source[at] !== '"') text += source[at]
    else if (source[at + 1] === '"') {
      text += '"'
      at += 1
    } else return { text, end: at + 1 }
  }
  return undefined
}
