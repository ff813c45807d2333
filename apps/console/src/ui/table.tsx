import type { ReactNode } from 'react'
import { classNames } from '@solstice/ui/class-names.ts'
import styles from './table.module.css'
import text from './text.module.css'

/** The heading of a column: of texts, of numbers on the right, or of buttons that need no heading. */
type Column = string | { right: string } | { unseen: string }

type TableProps = {
  label: string
  columns: readonly Column[]
  className?: string | undefined
  /** The rows. */
  children: ReactNode
}

/** Renders a table that scrolls inside its panel if it is wide, also by keyboard. */
export function Table({ label, columns, className, children }: TableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be focusable by keyboard
    <div className={styles.scroll} role="group" aria-label={label} tabIndex={0}>
      <table className={classNames(styles.table, className)}>
        <thead>
          <tr>{columns.map(headOf)}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

function headOf(column: Column) {
  if (typeof column === 'string') {
    return (
      <th key={column} scope="col">
        {column}
      </th>
    )
  }
  return 'right' in column ? (
    <th key={column.right} scope="col" className={styles.right}>
      {column.right}
    </th>
  ) : (
    <th key={column.unseen} scope="col">
      <span className={text.unseen}>{column.unseen}</span>
    </th>
  )
}
