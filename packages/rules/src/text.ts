/**
 * Removes a repeated character from the end of a text. A pattern such as /0+$/ restarts at each
 * occurrence, which takes quadratic time for a long text.
 */
export function withoutTrailing(text: string, sign: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === sign) end -= 1
  return text.slice(0, end)
}
