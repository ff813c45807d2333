/** The content of a device: all stored text, all bytes as hex, and the text on its page. */
export type DeviceContent = { text: string; bytes: string; shown: string }

type Secrets = {
  privateKey: Uint8Array
  /** Empty for a wallet that has only a key. */
  words: readonly string[]
  pin: string
}

/** A run of this many words is not a coincidence. */
const RUN = 3

/**
 * Returns the names of the encodings in which a secret is still present. Base64 is searched without
 * padding.
 */
export function findTraces(left: DeviceContent, { privateKey, words, pin }: Secrets): string[] {
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
