/**
 * Characters that reorder, hide or imitate others: control, format and invisible characters, odd
 * spaces, marks that stack over neighbouring lines, and spaces that push text off the screen.
 */
const HIDDEN =
  /[\p{C}\p{Zl}\p{Zp}\u2800]|\p{Default_Ignorable_Code_Point}|[^\S ]|(?<=\p{M}{2})\p{M}| {4,}/gu

/**
 * Makes hidden characters visible instead of removing them, because they are part of what is
 * signed. A line break becomes ⏎.
 */
export function visibleText(text: string): string {
  return text.replace(HIDDEN, (found) => {
    if (found === '\n') return '⏎'
    const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
    return found.startsWith(' ') ? `⟨${code} ×${found.length}⟩` : `⟨${code}⟩`
  })
}
