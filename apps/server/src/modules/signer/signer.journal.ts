import { mkdir, open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { CONTRACT_KINDS } from '@solstice/rules/payout'
import { SIGNER_WINDOW_MS } from '@solstice/rules/signer'
import { SettingsError } from '#/platform/process/env.ts'
import { contractRecord, type ContractRecord } from './signer.contracts.ts'
import type { JournalEntry } from './signer.entry.ts'

export type Journal = {
  of: (payout: string) => JournalEntry | undefined
  /** Returns the payout that a nonce was signed for. */
  atNonce: (entry: Pick<JournalEntry, 'account' | 'chainId'>, nonce: number) => string | undefined
  /** Returns the entries of other payouts that still count at this time. */
  others: (payout: string, now: Date) => JournalEntry[]
  /** Returns the time of the latest line, by the signer's own clock. */
  lastAt: () => Date | undefined
  /** The transactions signed for the contracts of the treasury. */
  contracts: ContractRecord
  /** Resolves once the entry is on disk. */
  append: (entry: JournalEntry) => Promise<void>
  close: () => Promise<void>
}

const units = z
  .string()
  .regex(/^\d+$/)
  .transform((text) => BigInt(text))
const hash = z.string().regex(/^0x[0-9a-f]{64}$/)
const count = z.int().min(0)
const callSchema = z.discriminatedUnion('purpose', [
  z.strictObject({ purpose: z.literal('DEPLOY'), creates: z.enum(CONTRACT_KINDS) }),
  z.strictObject({ purpose: z.literal('FUND') }),
  z.strictObject({
    purpose: z.literal('ROOT'),
    number: count,
    root: hash,
    previous: hash.nullable(),
    total: units,
  }),
  z.strictObject({ purpose: z.literal('CLAIM'), data: hash }),
  z.strictObject({ purpose: z.literal('ANCHOR'), size: count, root: hash }),
  z.strictObject({ purpose: z.literal('RELAY'), data: hash }),
])
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
  call: callSchema.optional(),
})

const JOURNAL_FILE = 'journal.jsonl'

/**
 * Opens the signer's own append-only record, with one line per admission and signature. An
 * incomplete last line was truncated by a crash, before its signature was returned.
 */
export async function openJournal(folder: string): Promise<Journal> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, JOURNAL_FILE)
  const file = await open(path, 'a+', 0o600)
  try {
    await assertNotWritableByOthers(folder)
    await assertNotWritableByOthers(path)
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
  const contracts = contractRecord()
  let lastAt: Date | undefined

  /**
   * Entries whose nonce a cancellation took. They still count, because the signed transaction may
   * still be mined.
   */
  const cancelled: JournalEntry[] = []
  const markCancelled = (payout: string) => {
    const entry = entries.get(payout)
    if (entry) {
      cancelled.push(entry)
      contracts.remove(entry)
    }
    entries.delete(payout)
  }
  const addEntry = (entry: JournalEntry) => {
    const holder = entry.nonce === null ? undefined : nonces.get(nonceKey(entry, entry.nonce))
    if (holder !== undefined && holder !== entry.payout) markCancelled(holder)
    entries.set(entry.payout, entry)
    contracts.add(entry)
    if (lastAt === undefined || entry.at > lastAt) lastAt = entry.at
    if (entry.nonce !== null) nonces.set(nonceKey(entry, entry.nonce), entry.payout)
  }
  /**
   * The folder lock does not stop a process in another container. A process that finds foreign
   * lines refuses all further entries, because it does not know what the other one has signed.
   */
  const assertSoleWriter = async () => {
    const [own, named] = [await file.stat(), await stat(path).catch(() => undefined)]
    if (own.size === sizeBytes && named?.ino === own.ino) return
    sizeBytes = -1
    throw new Error(`Another process wrote to ${path}: run a single signer and restart it`)
  }

  try {
    for (const [at, line] of completeLines.split('\n').entries()) {
      if (line !== '') addEntry(parse(line, `${path}:${at + 1}`))
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
    contracts: contracts.record,
    append: async (entry) => {
      const line = `${JSON.stringify(entry, (_, value: unknown) =>
        typeof value === 'bigint' ? value.toString() : value,
      )}\n`
      await assertSoleWriter()
      try {
        await file.appendFile(line)
        await file.datasync()
      } catch (error) {
        // An incomplete line must not precede the next one.
        await file.truncate(sizeBytes)
        throw error
      }
      sizeBytes += Buffer.byteLength(line)
      // If two processes write concurrently, each sees more than its own line, so that neither
      // signs.
      await assertSoleWriter()
      addEntry(entry)
    },
    close: () => file.close(),
  }
}

const WRITABLE_BY_OTHERS = 0o022

/** Anyone who can write the journal can empty it and thereby reset the daily limits. */
async function assertNotWritableByOthers(path: string): Promise<void> {
  const { mode } = await stat(path)
  if ((mode & WRITABLE_BY_OTHERS) === 0) return
  throw new SettingsError([`SIGNER_DATA: ${path} can be written by others`])
}

const nonceKey = ({ account, chainId }: Pick<JournalEntry, 'account' | 'chainId'>, nonce: number) =>
  `${account} ${chainId} ${nonce}`

/** A damaged journal stops the signer, because without it the signatures of the day are unknown. */
function parse(line: string, where: string): JournalEntry {
  try {
    return lineSchema.parse(JSON.parse(line))
  } catch (error) {
    throw new Error(`The signer journal is damaged at ${where}`, { cause: error })
  }
}
