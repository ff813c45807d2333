import { formatCsv } from '#/lib/csv.ts'

/** Offers rows as a CSV file of this device; nothing leaves the page. */
export function downloadCsv(name: string, rows: readonly (readonly string[])[]): void {
  const url = URL.createObjectURL(new Blob([formatCsv(rows)], { type: 'text/csv' }))
  Object.assign(document.createElement('a'), { href: url, download: `${name}.csv` }).click()
  URL.revokeObjectURL(url)
}
