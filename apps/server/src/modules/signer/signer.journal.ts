import { mkdir, open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { SIGNER_WINDOW_MS, type CountedPayout } from '@solstice/rules/signer'
import { SettingsError } from '#/platform/process/env.ts'

/** What the signer has promised or signed for one payout. */
export type JournalEntry = CountedPayout & {
  /** The payout's id and the time it was requested: a restored database may use an id again. */
  payout: string
  /** The account that pays, in lower case. */
  account: string
  /** Null while the payout is only admitted. */
  nonce: number | null
}

export type Journal = {
  of: (payout: string) => JournalEntry | undefined
  /** The payout that a nonce was signed for. */
  atNonce: (entry: Pick<JournalEntry, 'account' | 'chainId'>, nonce: number) => string | undefined
  /** What still counts at this time, of other payouts. */
  others: (payout: string, now: Date) => JournalEntry[]
  /** When the latest line was written, by the signer's own time. */
  lastAt: () => Date | undefined
  /** On disk when it resolves. */
  append: (entry: JournalEntry) => Promise<void>
  close: () => Promise<void>
}

const units = z
  .string()
  .regex(/^\d+$/)
  .transform((text) => BigInt(text))
const lineSchema = z.strictObject({
  at: z.iso.datetime().transform((text) => new Date(text)),
  payout: z.string(),
  account: z.string(),
  nonce: z.int().nullable(),
  chainId: z.int(),
  contract: z.string().nullable(),
  destination: z.string(),
  amount: units,
  isRefund: z.boolean(),
  fee: units,
})

const JOURNAL_FILE = 'journal.jsonl'

/**
 * The signer's own memory: one line per admission and signature, only ever appended. A last line
 * without its end was cut off by a crash, before anything that it allowed had left.
 */
export async function openJournal(folder: string): Promise<Journal> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, JOURNAL_FILE)
  const file = await open(path, 'a+', 0o600)
  try {
    await assertOwn(folder)
    await assertOwn(path)
  } catch (error) {
    await file.close()
    throw error
  }
  const text = await readFile(path, 'utf8')
  const completeLines = text.slice(0, text.lastIndexOf('\n') + 1)
  let sizeBytes = Buffer.byteLength(completeLines)
  if (completeLines.length < text.length) await file.truncate(sizeBytes)
  const entries = new Map<string, JournalEntry>()
  const nonces = new Map<string, string>()
  let lastAt: Date | undefined

  /** Entries whose nonce a cancellation took. They still count: the signed transaction may be mined all the same. */
  const cancelled: JournalEntry[] = []
  const setAside = (payout: string) => {
    const entry = entries.get(payout)
    if (entry) cancelled.push(entry)
    entries.delete(payout)
  }
  const remember = (entry: JournalEntry) => {
    const holder = entry.nonce === null ? undefined : nonces.get(nonceKey(entry, entry.nonce))
    if (holder !== undefined && holder !== entry.payout) setAside(holder)
    entries.set(entry.payout, entry)
    if (lastAt === undefined || entry.at > lastAt) lastAt = entry.at
    if (entry.nonce !== null) nonces.set(nonceKey(entry, entry.nonce), entry.payout)
  }
  /**
   * The lock of the folder does not hold off a process in another container. Whoever finds what it
   * did not write refuses from then on: it does not know what the other one has signed.
   */
  const assertAlone = async () => {
    const [own, named] = [await file.stat(), await stat(path).catch(() => undefined)]
    if (own.size === sizeBytes && named?.ino === own.ino) return
    sizeBytes = -1
    throw new Error(`Another process writes ${path}: run one signer, and restart it`)
  }

  try {
    for (const [at, line] of completeLines.split('\n').entries()) {
      if (line !== '') remember(parse(line, `${path}:${at + 1}`))
    }
  } catch (error) {
    await file.close()
    throw error
  }

  return {
    of: (payout) => entries.get(payout),
    atNonce: (entry, nonce) => nonces.get(nonceKey(entry, nonce)),
    others: (payout, now) => {
      const since = now.getTime() - SIGNER_WINDOW_MS
      const others = [...entries.values()].filter((entry) => entry.payout !== payout)
      return [...cancelled, ...others].filter(({ at }) => at.getTime() > since)
    },
    lastAt: () => lastAt,
    append: async (entry) => {
      const line = `${JSON.stringify(entry, (_, value: unknown) =>
        typeof value === 'bigint' ? value.toString() : value,
      )}\n`
      await assertAlone()
      try {
        await file.appendFile(line)
        await file.datasync()
      } catch (error) {
        // Half a line must not stand before the next one.
        await file.truncate(sizeBytes)
        throw error
      }
      sizeBytes += Buffer.byteLength(line)
      // Of two who write at once each sees more than its own line, so that neither signs.
      await assertAlone()
      remember(entry)
    },
    close: () => file.close(),
  }
}

const WRITABLE_BY_OTHERS = 0o022

/** Whoever can write the journal can empty it, and with it the limits of the day. */
async function assertOwn(path: string): Promise<void> {
  const { mode } = await stat(path)
  if ((mode & WRITABLE_BY_OTHERS) === 0) return
  throw new SettingsError([`SIGNER_DATA: ${path} can be written by others than its owner`])
}

const nonceKey = ({ account, chainId }: Pick<JournalEntry, 'account' | 'chainId'>, nonce: number) =>
  `${account} ${chainId} ${nonce}`

/** A damaged journal stops the signer: without it nobody knows what was signed today. */
function parse(line: string, where: string): JournalEntry {
  try {
    return lineSchema.parse(JSON.parse(line))
  } catch (error) {
    throw new Error(`The journal of the signer is damaged at ${where}`, { cause: error })
  }
}
