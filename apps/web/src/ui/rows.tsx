import type { ReactNode } from 'react'
import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icon.tsx'
import styles from './rows.module.css'
import text from './text.module.css'

/** Renders related rows, separated by hairlines. */
export function Rows({ children }: { children: ReactNode }) {
  return <ul className={styles.rows}>{children}</ul>
}

/** The class for the link or button that fills a `Row`. */
export const rowTargetClass = classNames(styles.target)

/** The same dimensions for a row that is not interactive. */
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
  /** Shown at the start instead of a named icon. */
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

/** Renders an icon on a small raised square. */
export function Tile({
  icon,
  isFaint = false,
  children,
}: {
  icon?: IconName
  isFaint?: boolean
  /** A custom icon instead of a named one. */
  children?: ReactNode
}) {
  return (
    <span className={classNames(styles.tile, isFaint && styles.faint)}>
      {icon ? <Icon name={icon} size={20} /> : children}
    </span>
  )
}
