import styles from './kbd.module.css'

/** Renders the name of a key. */
export function Kbd({ children }: { children: string }) {
  return <kbd className={styles.key}>{children}</kbd>
}
