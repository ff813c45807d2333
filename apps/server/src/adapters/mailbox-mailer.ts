import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { normaliseEmail } from '@solstice/rules/email'
import type { Mail, Mailer } from '#/platform/process/context.ts'

/** A mailbox from before the HTML part contains mails without one. */
type StoredMail = Omit<Mail, 'html'> & { html?: string; sentAt: string }

export type Mailbox = Mailer & {
  /** Returns mails newest first, of one address or of all. */
  read: (to?: string) => Promise<StoredMail[]>
}

/**
 * Stores mail in a file of the data folder, one line each, for development; /dev/mailbox shows it.
 */
export function fileMailbox(path: string, now: () => Date): Mailbox {
  return {
    send: async (mail) => {
      await mkdir(dirname(path), { recursive: true })
      // The leading line break separates this mail from a line that a killed process did not
      // finish.
      await appendFile(path, `\n${JSON.stringify({ ...mail, sentAt: now().toISOString() })}\n`)
    },
    read: async (to) => {
      const mails = (await readLines(path)).flatMap(readMail)
      const selected =
        to === undefined ? mails : mails.filter((mail) => mail.to === normaliseEmail(to))
      return selected.toReversed()
    },
  }
}

async function readLines(path: string): Promise<string[]> {
  try {
    return (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

function readMail(line: string): StoredMail[] {
  try {
    return [JSON.parse(line) as StoredMail] // Written by `send`.
  } catch {
    return [] // The line is incomplete.
  }
}
