import styles from './command-menu.module.css'

/** Underlines the typed part of a text, if it occurs as typed. */
export function Marked({ text, part }: { text: string; part: string }) {
  const at = part === '' ? -1 : text.toLowerCase().indexOf(part.toLowerCase())
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <mark className={styles.mark}>{text.slice(at, at + part.length)}</mark>
      {text.slice(at + part.length)}
    </>
  )
}
