import { measurementConditions, table } from './markdown.ts'
import type { RecordedResults } from './results.ts'

const seconds = (ms: number | undefined) => ((ms ?? 0) / 1000).toFixed(1)

/** Renders the last recorded failovers and restores; nothing may have been recorded yet. */
export function recoverySection(
  failover: RecordedResults['faults-failover'] | undefined,
  restore: RecordedResults['faults-restore'] | undefined,
): string {
  return `## Failover and restore

${failoverText(failover)}

${restoreText(restore)}`
}

function failoverText(recorded: RecordedResults['faults-failover'] | undefined): string {
  const head =
    '`npm run faults -- --scenario failover --bursts 10 --record` (75 s per failover): the primary of three databases is killed while its replication is cut and members write. The control runs acknowledge commits without a standby.'
  if (!recorded) return `${head} It has not been recorded.`
  const { ranOn, seed, tally, bursts = [] } = recorded
  const summary = `${head} Seed ${seed}. ${measurementConditions(ranOn)}

${table(
  ['run', 'failovers', 'acknowledged', 'lost', 'slowest first reply after the kill, s'],
  [
    [
      'a standby confirms commits',
      tally['failovers'] ?? 0,
      tally['acknowledged'] ?? 0,
      tally['lost'] ?? 0,
      seconds(tally['slowestFirstReplyMs']),
    ],
    ['control', tally['controlBursts'] ?? 0, '', tally['controlLost'] ?? 0, ''],
  ],
)}`
  if (bursts.length === 0) return summary
  return `${summary}

Each failover with seed ${seed}:

${table(
  ['run', 'failover', 'acknowledged', 'lost', 'failed calls', 'first reply after the kill, s'],
  bursts.map((each) => [
    each['run'] ?? '',
    each['burst'] ?? '',
    each['acknowledged'] ?? 0,
    each['lost'] ?? 0,
    each['faults'] ?? 0,
    seconds(Number(each['firstReplyMs'] ?? 0)),
  ]),
)}`
}

const STEPS = [
  ['copying the files', 'copy'],
  ['recovering until the database is writable', 'recover'],
  ['`verify:ledger -- --full`', 'ledger'],
  ['`verify:log`', 'log'],
  ['reconciling the treasury with the chain', 'books'],
] as const

function restoreText(recorded: RecordedResults['faults-restore'] | undefined): string {
  const head =
    '`npm run faults -- --scenario restore --record` (5 min): the database is lost while members write, and restored to a point in time and to the end of its archive.'
  if (!recorded) return `${head} It has not been recorded.`
  const { ranOn, seed, tally } = recorded
  return `${head} Seed ${seed}. ${measurementConditions(ranOn)}

${table(
  ['restored to', 'acknowledged before', 'missing', 'acknowledged after', 'present'],
  [
    [
      'a point in time',
      tally['beforePoint'] ?? 0,
      tally['missing'] ?? 0,
      tally['afterPoint'] ?? 0,
      tally['present'] ?? 0,
    ],
    [
      'the end of the archive',
      tally['beforeEnd'] ?? 0,
      tally['missingAtEnd'] ?? 0,
      tally['unarchived'] ?? 0,
      tally['presentAtEnd'] ?? 0,
    ],
  ],
)}

The restored points log lacks ${tally['entriesReported'] ?? 0} published entries, which \`verify:log\` reports. The reconciliation names ${tally['payoutsNamed'] ?? 0} transactions that were sent after the point, and the treasury sends ${tally['sentAgain'] ?? 0} again. The full backup took ${seconds(tally['fullBackupMs'])} s, the incremental one ${seconds(tally['incrementalBackupMs'])} s.

${table(
  ['step', 'to the point, s', 'to the end, s'],
  STEPS.map(([name, key]) => [
    name,
    seconds(tally[`${key}PointMs`]),
    seconds(tally[`${key}EndMs`]),
  ]),
)}`
}
