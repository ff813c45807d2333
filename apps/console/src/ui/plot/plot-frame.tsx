import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from '#/ui/button.tsx'
import { Table } from '#/ui/table.tsx'
import table from '#/ui/table.module.css'
import { csvOf } from './plot-table.ts'
import type { PlotTable } from './plot-table.ts'
import styles from './plot.module.css'

/** The texts of a plot's buttons. Those with the title tell the plots of a page apart. */
export type PlotTexts = {
  table: string
  tableOf: string
  csv: string
  csvOf: string
}

export type PlotFrameProps = {
  title: string
  /** Stands beside the title, such as a verdict. */
  beside?: ReactNode
  /** Names the downloaded file, without its ending. */
  file: string
  values: PlotTable
  /** Formats the numbers of the table; the file has them exactly. */
  format: (value: number) => string
  texts: PlotTexts
  children: ReactNode
}

/** Frames a drawing as a figure whose values can be read as a table and downloaded as CSV. */
export function PlotFrame(props: PlotFrameProps) {
  const { title, beside, file, values, format, texts, children } = props
  const captionId = useId()
  const [isTable, setIsTable] = useState(false)
  return (
    <figure className={styles.figure} aria-labelledby={captionId}>
      <figcaption className={styles.caption}>
        <span id={captionId} className={styles.title}>
          {title}
        </span>
        {beside}
        <span className={styles.actions}>
          <Button
            size="small"
            tone="plain"
            aria-pressed={isTable}
            aria-label={texts.tableOf}
            onClick={() => setIsTable(!isTable)}
          >
            {texts.table}
          </Button>
          <Button
            size="small"
            tone="plain"
            icon="download"
            aria-label={texts.csvOf}
            onClick={() => download(`${file}.csv`, csvOf(values))}
          >
            {texts.csv}
          </Button>
        </span>
      </figcaption>
      {isTable ? <Values title={title} values={values} format={format} /> : children}
    </figure>
  )
}

function Values({
  title,
  values: { columns, rows },
  format,
}: Pick<PlotFrameProps, 'title' | 'values' | 'format'>) {
  const text = (cell: string | number | null, index: number) => {
    if (cell === null) return '–'
    return typeof cell === 'number' && index > 0 ? format(cell) : cell
  }
  return (
    <div className={styles.values}>
      <Table
        label={title}
        columns={columns.map((name, index) => (index > 0 ? { right: name } : name))}
        className={table.dense}
      >
        {rows.map((row) => (
          <tr key={row[0]}>
            {row.map((cell, index) =>
              index === 0 ? (
                <th key={columns[index]} scope="row">
                  {text(cell, index)}
                </th>
              ) : (
                <td key={columns[index]} className={table.right}>
                  {text(cell, index)}
                </td>
              ),
            )}
          </tr>
        ))}
      </Table>
    </div>
  )
}

/** Offers the text as a file of this device; nothing leaves the page. */
function download(name: string, text: string): void {
  // Excel reads a file as UTF-8 only with a byte order mark.
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
