import styles from './spinner.module.css'

/**
 * Renders a rotating arc. It is decorative; the component that shows it labels the waiting state.
 */
export function Spinner({ size = 40 }: { size?: 24 | 40 }) {
  return (
    <svg
      className={styles.spinner}
      width={size}
      height={size}
      viewBox="0 0 40 40"
      aria-hidden="true"
    >
      <circle className={styles.path} cx="20" cy="20" r="16" />
      <path className={styles.arc} d="M20 4a16 16 0 0 1 16 16" />
    </svg>
  )
}
