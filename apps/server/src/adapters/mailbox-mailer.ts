import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { normaliseEmail } from '@solstice/rules/email'
import type { Mail, Mailer } from '#/platform/context.ts'

type StoredMail = Mail & { sentAt: string }

export type Mailbox = Mailer & {
  /** Newest first; of one address, or all. */
  read: (to?: string) => Promise<StoredMail[]>
}

/** Development: mail is kept in a file of the data folder, one line each, and read at /dev/mailbox. */
export function fileMailbox(path: string, now: () => Date): Mailbox {
  return {
    send: async (mail) => {
      await mkdir(dirname(path), { recursive: true })
      await appendFile(path, `${JSON.stringify({ ...mail, sentAt: now().toISOString() })}\n`)
    },
    read: async (to) => {
      const mails = (await readLines(path)).map((line) => JSON.parse(line) as StoredMail) // Written above.
      const wanted =
        to === undefined ? mails : mails.filter((mail) => mail.to === normaliseEmail(to))
      return wanted.toReversed()
    },
  }
}

async function readLines(path: string): Promise<string[]> {
  try {
    const text = await readFile(path, 'utf8')
    // What follows the last line end is a line that a killed process did not finish.
    return text.split('\n').slice(0, -1)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
