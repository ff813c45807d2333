import { serverNow } from '@solstice/ui/time.ts'
import type { Warning } from './log-state.ts'
import type { LogRecord } from './record.ts'

/** The longest body that mail apps accept from a link. */
const MAIL_MAX_LENGTH = 1800

/** Returns the file that proves what differs: what the phone verified, and what the server said. */
export function proofFile(record: LogRecord, warning: Warning): File {
  const { verifierKey, remembered, entries, anchor, finding } = record
  const proof = {
    format: 'solstice-log-proof/1',
    fault: warning.fault,
    foundAt: new Date(warning.at).toISOString(),
    differences: warning.differences,
    verified: { verifierKey, checkpoint: remembered, entries, anchor },
    // The key opens all commitments of the member, and those that differ are listed above.
    replies: finding?.replies.map((reply) => ({ ...reply, key: null })) ?? [],
  }
  const day = new Date(serverNow()).toISOString().slice(0, 10)
  return new File([JSON.stringify(proof, null, 1)], `solstice-log-proof-${day}.json`, {
    type: 'application/json',
  })
}

/** Returns the lines that support needs to find the entries; the file is too long for a link. */
export function proofSummary(record: LogRecord, { fault, at, differences }: Warning): string {
  const checkpoint = record.finding?.replies.at(-1)?.checkpoint.trim() ?? ''
  const lines = [
    `Fault: ${fault}`,
    `Found: ${new Date(at).toISOString()}`,
    `Verified before: ${record.remembered.size} ${record.remembered.root}`,
    ...differences.map(({ recorded, shown }) => {
      const amounts = (side: typeof recorded) =>
        side?.accounts.map(({ asset, amount }) => `${asset} ${amount}`).join(', ') ?? '-'
      const id = recorded?.transactionId ?? shown?.transactionId ?? '?'
      return `Transaction ${id}: recorded ${amounts(recorded)}; shown ${amounts(shown)}`
    }),
    '',
    checkpoint,
  ]
  return lines.join('\n').slice(0, MAIL_MAX_LENGTH)
}
