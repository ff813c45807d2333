import { classNames } from './class-names.ts'
import styles from './icon.module.css'

export type IconSize = 16 | 20 | 24

/** Renders a line drawing on a 24 px grid; each app keeps its own paths, so that it loads no others. */
export function DrawnIcon({ path, size = 24 }: { path: string; size?: IconSize }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className={classNames(styles.icon, size === 16 && styles.small, size === 20 && styles.medium)}
    >
      <path d={path} />
    </svg>
  )
}
