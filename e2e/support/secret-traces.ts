/** What a phone holds: everything written as text, all bytes as hex, and what its page shows. */
export type Left = { text: string; bytes: string; shown: string }

type Searched = {
  privateKey: Uint8Array
  /** Nothing for a wallet that is a key alone. */
  words: readonly string[]
  pin: string
}

/** A run of so many words is no accident. */
const RUN = 3

/** The forms of a secret in which it is still there, by name. Base64 is looked for without padding. */
export function findTraces(left: Left, { privateKey, words, pin }: Searched): string[] {
  const text = left.text.toLowerCase()
  const bytes = left.bytes.toLowerCase()
  const shown = left.shown.toLowerCase().replaceAll(/[\d\s]/g, '')
  const found = new Set<string>()
  const search = (name: string, secret: Uint8Array) => {
    const [hex, base64, base64url] = (['hex', 'base64', 'base64url'] as const).map((encoding) =>
      Buffer.from(secret).toString(encoding).toLowerCase().replaceAll('=', ''),
    )
    if (hex && text.includes(hex)) found.add(`${name} as hex`)
    if (hex && bytes.includes(hex)) found.add(`${name} as bytes`)
    if (base64 && text.includes(base64)) found.add(`${name} as base64`)
    if (base64url && text.includes(base64url)) found.add(`${name} as base64url`)
  }
  search('key', privateKey)
  if (text.includes(pin)) found.add('PIN')
  if (bytes.includes(Buffer.from(pin).toString('hex'))) found.add('PIN as bytes')
  if (words.length > 0) search('phrase', Buffer.from(words.join(' ')))
  for (let at = 0; at + RUN <= words.length; at += 1) {
    const run = words.slice(at, at + RUN)
    if ([' ', '","', ','].some((between) => text.includes(run.join(between)))) found.add('words')
    if (bytes.includes(Buffer.from(run.join(' ')).toString('hex'))) found.add('words as bytes')
    if (shown.includes(run.join(''))) found.add('words on the page')
  }
  return [...found]
}
