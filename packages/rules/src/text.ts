/**
 * A text without the same sign at its end. A pattern such as /0+$/ begins anew at each of them: over a
 * long text that takes quadratic time.
 */
export function withoutTrailing(text: string, sign: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === sign) end -= 1
  return text.slice(0, end)
}
