/** Letters of other scripts appear when a file in another encoding is read as Korean. */
const FOREIGN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Cyrillic}]/u
const HANGUL = /\p{Script=Hangul}/u

/**
 * Decodes a text file: UTF-8, or the encoding in which Korean versions of Excel store CSV (CP949).
 * Undefined for every other file, whose letters would be wrong.
 */
export function decodeText(bytes: ArrayBuffer): string | undefined {
  const text = decodedAs('utf-8', bytes)
  if (text !== undefined) return text
  const korean = decodedAs('euc-kr', bytes)
  return korean !== undefined && HANGUL.test(korean) && !FOREIGN.test(korean) ? korean : undefined
}

function decodedAs(encoding: 'utf-8' | 'euc-kr', bytes: ArrayBuffer): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
