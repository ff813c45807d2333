/** Limits how much external text is processed. */
const INPUT_MAX = 1000

/**
 * Cleans untrusted text, such as a token name, for display on one line: removes control and format
 * characters, which can reorder or hide neighbouring text, and stacked marks.
 */
export function cleanUntrustedText(text: string, max: number): string {
  const plain = text
    .slice(0, INPUT_MAX)
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
