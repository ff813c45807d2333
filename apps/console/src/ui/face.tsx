import styles from './face.module.css'

/** Returns the first letters of the first and the last part of a name. */
export function initialsOf(name: string): string {
  const parts = name.split(/[ ._-]/).filter(Boolean)
  const letters = [parts[0], parts.length > 1 ? parts.at(-1) : undefined]
  return letters
    .map((part) => (part ? Array.from(part)[0] : ''))
    .join('')
    .toUpperCase()
}

export function Face({ name }: { name: string }) {
  return (
    <span className={styles.face} aria-hidden="true">
      {initialsOf(name)}
    </span>
  )
}
