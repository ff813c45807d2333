import { createHash } from 'node:crypto'

/** Bounds a reply with a part. */
const PART_CHARACTERS = 256 * 1024

/**
 * Writes JSON as one line of ASCII without characters that mean something in HTML. Each character is
 * one byte in every encoding, so that no change of a byte goes unnoticed when a page contains the text.
 */
export function asciiJson(value: unknown): string {
  const json = JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'bigint' ? each.toString() : each,
  )
  return json.replaceAll(/[^ -~]|[&<>]/g, (character) => {
    const code = character.charCodeAt(0)
    return String.raw`\u${code.toString(16).padStart(4, '0')}`
  })
}

/** Cuts a text into parts of one size as it is written, and hashes it. */
export function partWriter(save: (number: number, content: string) => Promise<void>) {
  const hash = createHash('sha256')
  let waiting = ''
  let parts = 0
  let bytes = 0
  const flush = async (content: string) => {
    parts += 1
    await save(parts, content)
  }
  return {
    write: async (text: string): Promise<void> => {
      hash.update(text, 'ascii')
      bytes += text.length
      waiting += text
      while (waiting.length >= PART_CHARACTERS) {
        await flush(waiting.slice(0, PART_CHARACTERS))
        waiting = waiting.slice(PART_CHARACTERS)
      }
    },
    end: async (): Promise<{ parts: number; bytes: number; hash: Uint8Array }> => {
      if (waiting !== '') await flush(waiting)
      return { parts, bytes, hash: new Uint8Array(hash.digest()) }
    },
  }
}
