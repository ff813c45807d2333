import type { Mail } from '#/platform/process/context.ts'
import { mailHtml, mailText, type MailContent } from '#/platform/process/mail-layout.ts'
import type { Checkpoint } from './audit-checkpoint.ts'

/** The mail is kept outside, so that a log that was rewritten can be compared with it. */
export function checkpointMail(
  to: string,
  { id, entryId, entryHash, hash, createdAt }: Checkpoint,
  origin: string,
): Mail {
  const content: MailContent = {
    language: 'en',
    preheader: `${entryId} entries, last hash ${entryHash.slice(0, 16)}…`,
    heading: `Audit checkpoint ${id}`,
    paragraphs: [
      `The audit log of ${origin} was valid up to entry ${entryId}. Keep this mail: if the log or its checkpoints are ever rewritten, their hashes will differ from those below.`,
    ],
    facts: [
      ['Time', createdAt.toISOString()],
      ['Entries', String(entryId)],
      ['Hash of the last entry', entryHash],
      ['Hash of the checkpoint', hash],
    ],
  }
  return {
    to,
    subject: `Solstice audit checkpoint ${id}: ${entryId} entries`,
    text: mailText(content),
    html: mailHtml(content),
  }
}
