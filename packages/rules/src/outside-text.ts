/** No text from outside is read further than this before it is cleaned. */
const READ_MAX = 1000

/**
 * A text that a stranger chose, such as the name of a token, fit for one line: without control and
 * format characters, which turn or hide what stands beside them, and without stacked marks.
 */
export function cleanOutsideText(text: string, max: number): string {
  const plain = text
    .slice(0, READ_MAX)
    .normalize('NFKC')
    .replace(/\s/gu, ' ')
    .replace(/[\p{C}\p{Zl}\p{Zp}\uFFFD]/gu, '')
    .replace(/(\p{M})\p{M}+/gu, '$1')
    .replace(/ {2,}/g, ' ')
    .trim()
  const letters = Array.from(plain)
  return letters.length <= max
    ? plain
    : `${letters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`
}
