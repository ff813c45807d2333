import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icon.tsx'
import styles from './rows.module.css'
import text from './text.module.css'

/** Rows that belong together, parted by hairlines. */
export function Rows({ children }: { children: ReactNode }) {
  return <ul className={styles.rows}>{children}</ul>
}

/** The target that fills a row: give it to the link or button inside `Row`. */
export const rowTargetClass = classNames(styles.target)

/** The same measures for a row that is only read. */
export const rowTextClass = classNames(styles.target, styles.still)

export function Row({ children }: { children: ReactNode }) {
  return <li className={styles.row}>{children}</li>
}

export function RowContent({
  icon,
  tile = icon && <Tile icon={icon} />,
  label,
  note,
  end = 'next',
}: {
  icon?: IconName
  /** Stands at the start instead of a named icon. */
  tile?: ReactNode
  label: string
  note?: string | undefined
  end?: 'next' | 'none' | 'check'
}) {
  return (
    <>
      {tile}
      <span className={styles.grow}>
        <span className={text.strong}>{label}</span>
        {note && <span className={classNames(text.small, text.soft)}>{note}</span>}
      </span>
      {end !== 'none' && (
        <span className={styles.end}>
          <Icon name={end} size={20} />
        </span>
      )}
    </>
  )
}

/** An icon on a small raised square. */
export function Tile({
  icon,
  isFaint = false,
  children,
}: {
  icon?: IconName
  isFaint?: boolean
  /** An icon of its own instead of a named one. */
  children?: ReactNode
}) {
  return (
    <span className={classNames(styles.tile, isFaint && styles.faint)}>
      {icon ? <Icon name={icon} size={20} /> : children}
    </span>
  )
}
