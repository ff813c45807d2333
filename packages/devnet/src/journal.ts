import { mkdirSync, readFileSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The data a replay needs for a block; the hash verifies the replay. */
export type JournalBlock = { time: number; raw: string[]; hash: string }

type Line = [time: number, raw: string[], hash: string] | { back: number }

export type Journal = {
  blocks: JournalBlock[]
  /** Writes the block to disk completely or not at all. */
  append: (block: JournalBlock) => Promise<void>
  /** Removes the last blocks. */
  takeBack: (count: number) => Promise<void>
  close: () => Promise<void>
}

/**
 * Opens a journal with one line per block: time, signed transactions and hash. A last line cut off
 * by a crash is dropped, because its block was never visible.
 */
export async function openJournal(path: string | undefined): Promise<Journal> {
  if (path === undefined) return journalOf([], undefined, 0)
  mkdirSync(dirname(path), { recursive: true })
  const file = await open(path, 'a+', 0o600)
  const text = readFileSync(path, 'utf8')
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  if (whole.length < text.length) await file.truncate(Buffer.byteLength(whole))
  const blocks: JournalBlock[] = []
  for (const [at, line] of whole.split('\n').entries()) {
    if (line !== '') apply(blocks, parse(line, `${path}:${at + 1}`))
  }
  return journalOf(blocks, file, Buffer.byteLength(whole))
}

function parse(line: string, where: string): Line {
  try {
    return JSON.parse(line) as Line // Only this module writes these lines.
  } catch {
    throw new Error(`The journal of a local chain is corrupt at ${where}`)
  }
}

function apply(blocks: JournalBlock[], line: Line): void {
  if ('back' in line) blocks.splice(-line.back)
  else blocks.push({ time: line[0], raw: line[1], hash: line[2] })
}

function journalOf(blocks: JournalBlock[], file: FileHandle | undefined, length: number): Journal {
  let sizeBytes = length
  const write = async (line: Line) => {
    if (!file) return
    const text = `${JSON.stringify(line)}\n`
    try {
      await file.appendFile(text)
      await file.datasync()
    } catch (error) {
      // A partial line must not precede the next one.
      await file.truncate(sizeBytes)
      throw error
    }
    sizeBytes += Buffer.byteLength(text)
  }
  return {
    blocks,
    append: async (block) => {
      await write([block.time, block.raw, block.hash])
      blocks.push(block)
    },
    takeBack: async (count) => {
      await write({ back: count })
      blocks.splice(-count)
    },
    close: async () => file?.close(),
  }
}
