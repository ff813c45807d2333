import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { normaliseEmail } from '@solstice/rules/email'
import type { Mail, Mailer } from '#/platform/process/context.ts'

/** A mailbox that is older than the HTML part has mails without one. */
type StoredMail = Omit<Mail, 'html'> & { html?: string; sentAt: string }

export type Mailbox = Mailer & {
  /** Newest first; of one address, or all. */
  read: (to?: string) => Promise<StoredMail[]>
}

/** Development: mail is kept in a file of the data folder, one line each, and read at /dev/mailbox. */
export function fileMailbox(path: string, now: () => Date): Mailbox {
  return {
    send: async (mail) => {
      await mkdir(dirname(path), { recursive: true })
      // The line end before it keeps a line that a killed process did not finish to itself.
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
    return [JSON.parse(line) as StoredMail] // Written above.
  } catch {
    return [] // Only the beginning of it was written.
  }
}
