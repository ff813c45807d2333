/** Letters of other scripts appear when a file in another encoding is read as Korean. */
const FOREIGN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Cyrillic}]/u
const HANGUL = /\p{Script=Hangul}/u

/**
 * Decodes a text file: UTF-8, or the encoding in which Korean versions of Excel store CSV (CP949).
 * Undefined for every other file, whose letters would be wrong.
 */
export function decodeText(bytes: ArrayBuffer): string | undefined {
  const text = decodedAs('utf-8', bytes)
  if (text !== undefined || !isMostlyCommon(new Uint8Array(bytes))) return text
  const korean = decodedAs('euc-kr', bytes)
  return korean !== undefined && HANGUL.test(korean) && !FOREIGN.test(korean) ? korean : undefined
}

/**
 * CP949 has 2,350 common syllables in one range of bytes and thousands of rare ones in others. A
 * file in another Asian encoding would consist of rare ones.
 */
function isMostlyCommon(bytes: Uint8Array): boolean {
  let [common, rare] = [0, 0]
  for (let at = 0; at < bytes.length; at += 1) {
    const [lead = 0, trail = 0] = bytes.subarray(at, at + 2)
    if (lead < 0x80) continue
    at += 1
    if (lead < 0xa1 || trail < 0xa1) rare += 1
    else if (lead >= 0xb0 && lead <= 0xc8) common += 1
  }
  return common > 4 * rare
}

function decodedAs(encoding: 'utf-8' | 'euc-kr', bytes: ArrayBuffer): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
