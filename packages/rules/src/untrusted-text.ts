/** Limits how much external text is processed. */
const INPUT_MAX = 1000

/** Characters that look like a space, some of them letters: Hangul fillers and the blank of Braille. */
const BLANKS = /[\s\u115f\u1160\u3164\uffa0\u2800]/gu

/**
 * Cleans untrusted text, such as the name of a token or of a site, for display on one line: removes
 * control, format and invisible characters, which can reorder or hide neighbouring text, and stacked
 * marks, and replaces whatever looks like a space with one.
 */
export function cleanUntrustedText(text: string, max: number): string {
  const plain = text
    .slice(0, INPUT_MAX)
    .normalize('NFKC')
    .replace(BLANKS, ' ')
    .replace(/[\p{C}\p{Zl}\p{Zp}\uFFFD]|\p{Default_Ignorable_Code_Point}/gu, '')
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
