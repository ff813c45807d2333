import { isLogWrites, writesText, type LogMeasure } from './log.ts'
import { measurementConditions, table } from './markdown.ts'
import type { RecordedResults } from './results.ts'

/** Renders the measurements of the points log; nothing may have been recorded yet. */
export function logSection(recorded: RecordedResults['bench-log'] | undefined): string {
  const head = `## Points log

\`npm run bench -- --only log --record\` (\`--leaves\` sets their number): postings are inserted in SQL and appended, proven and verified as server, phone and outsiders do. A page has 200 entries. Missions are then executed with a second process that appends every second, and without, in alternating rounds. The command fails when memory grows with the log, when a proof is longer than the depth of the tree, or when missions lose more than a tenth of their rate.`
  if (!recorded) return `${head} It has not been recorded.`
  const { ranOn, results } = recorded
  const measures = results.filter((row): row is LogMeasure => !isLogWrites(row))
  const writes = results.filter((row) => isLogWrites(row))
  return `${head} ${measurementConditions(ranOn)}

${table(
  ['task', 'leaves', 'seconds', 'leaves/s', 'proof', 'reply', 'growth MB', 'met'],
  measures.map(({ name, leaves, seconds, proofHashes, replyBytes, growthMb, ok }) => [
    name,
    leaves.toLocaleString('en-US'),
    seconds.toFixed(seconds < 1 ? 3 : 1),
    Math.round(leaves / seconds).toLocaleString('en-US'),
    proofHashes === undefined ? '' : `${proofHashes} hashes, ${proofHashes * 32} bytes`,
    replyBytes === undefined ? '' : `${Math.round(replyBytes / 1000)} kB`,
    growthMb.toFixed(0),
    ok ? 'yes' : 'no',
  ]),
)}

${writes
  .map(
    (row) =>
      `${row.name}: ${row.ours.perSecond.toFixed(0)}/s with the log and ${row.theirs.perSecond.toFixed(0)}/s without, ratio ${row.ratio.toFixed(2)} (at least ${row.target}). ${writesText(row)}`,
  )
  .join('\n\n')}`
}
