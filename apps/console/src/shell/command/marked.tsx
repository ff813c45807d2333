import styles from './command-menu.module.css'

/** A shorter part would be found in nearly every name. */
const SHORTEST_PART = 3

/** Underlines the typed part of a text, or as much of its beginning as occurs. */
export function Marked({ text, part }: { text: string; part: string }) {
  const [at, length] = placeOf(text.toLowerCase(), part.toLowerCase())
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <mark className={styles.mark}>{text.slice(at, at + length)}</mark>
      {text.slice(at + length)}
    </>
  )
}

function placeOf(text: string, part: string): [at: number, length: number] {
  for (let { length } = part; length > 0; length -= 1) {
    if (length < SHORTEST_PART && length < part.length) break
    const at = text.indexOf(part.slice(0, length))
    if (at >= 0) return [at, length]
  }
  return [-1, 0]
}
