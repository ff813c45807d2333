import { TABLE_GROWTH } from '../../tools/table-growth.ts'
import { bytesPerMemberDay } from '../../tools/tables.ts'
import { measurementConditions, table } from './markdown.ts'
import type { RecordedResults } from './results.ts'

export type ScaleFigures = {
  calls: RecordedResults['bench-calls']
  signIn: RecordedResults['bench-sign-in']
  log: RecordedResults['bench-log']
  settlement: RecordedResults['bench-settlement']
  memberDay: RecordedResults['bench-member-day']
}

const MILLION = 1e6
const MISSIONS_A_DAY = 6
/** Assumptions that no measurement of this repository can replace; the page names each. */
const BUSIEST_HOUR = 0.1
const RESTORE_MB_PER_SECOND = 200
const RESTORE_HOURS = 4
/** The tables that `npm run archive:ledger` takes out once a season has ended. */
const ARCHIVED = ['ledger_entries', 'ledger_transactions', 'ledger_keys']

const whole = (value: number) => Math.round(value).toLocaleString('en')
const one = (value: number) => value.toFixed(1)

function find<Row extends { name: string }>(rows: readonly Row[], name: string): Row {
  const row = rows.find((each) => each.name === name)
  if (!row) throw new Error(`Nothing was recorded as ${name}`)
  return row
}

/** Renders docs/scale.md from recorded results, so that its figures cannot differ from theirs. */
export function renderScale({ calls, signIn, log, settlement, memberDay }: ScaleFigures): string {
  const spin = find(calls.results, 'a mission executed, as a paid spin')
  const read = find(calls.results, 'a signed-in read')
  const logIn = find(signIn.results, 'a log-in')
  const appended = find(log.results, 'appending')
  const settled = find(settlement.results, 'settling a round')
  const [day] = memberDay.results
  if (!day) throw new Error('No day of a member was recorded')

  const withServer = spin.ours.perSecond
  const alone = spin.theirs.perSecond
  if (!('leaves' in appended)) throw new Error('No appending to the points log was recorded')
  const perSecond = appended.leaves / appended.seconds
  // Missions in a second of the busiest hour, per million active members.
  const peak = (MILLION * MISSIONS_A_DAY * BUSIEST_HOUR) / 3600
  const membersAt = (rate: number) => (rate / peak) * MILLION
  const kept = bytesPerMemberDay(TABLE_GROWTH)
  const keptAfterArchive = bytesPerMemberDay(
    TABLE_GROWTH.filter(({ table: name }) => !ARCHIVED.includes(name)),
  )
  const restorable = RESTORE_MB_PER_SECOND * 1e6 * 3600 * RESTORE_HOURS
  const daysUntil = (bytesPerDay: number) => restorable / (bytesPerDay * MILLION)
  const settledPerSecond = settled.members / settled.seconds

  return `# The road past one primary

One PostgreSQL takes every write. This page says how far that goes and what comes after it. \`npm run performance\` generates it from the results in [docs/performance](performance), and a test fails when it differs from them.

## What this machine does

${table(
  ['work', 'per second', 'command', 'measured'],
  [
    [
      'a mission, through a server on the same two cores',
      whole(withServer),
      '`npm run bench -- --only calls`',
      measurementConditions(calls.ranOn),
    ],
    ['its transaction alone, sent by pgbench', whole(alone), 'the same', 'the same'],
    [
      'a signed-in read, of which the primary does little',
      whole(read.ours.perSecond),
      'the same',
      'the same',
    ],
    [
      'a log-in, whose password hash uses the cores of servers',
      whole(logIn.ours.perSecond),
      '`npm run bench -- --only sign-in`',
      measurementConditions(signIn.ranOn),
    ],
    [
      'entries appended to the points log, by one process',
      whole(perSecond),
      '`npm run bench -- --only log`',
      measurementConditions(log.ranOn),
    ],
    [
      'members settled at the end of a round, by one worker',
      whole(settledPerSecond),
      '`npm run bench -- --only settlement`',
      measurementConditions(settlement.ranOn),
    ],
  ],
)}

## What a member costs per day

An active member executes ${MISSIONS_A_DAY} missions a day: a check-in, the daily tickets, the question of the day and three spins.

${table(
  ['cost', 'per member and day', 'source'],
  [
    ['rows, on the first day of a season', whole(day.rows), '`npm run bench -- --only member-day`'],
    [
      'growth of the database on that day, with indexes and dead rows',
      `${one(day.dataBytes / 1000)} kB`,
      'the same',
    ],
    [
      'write-ahead log, without images of whole pages',
      `${one(day.walBytes / 1000)} kB`,
      'the same',
    ],
    ['data that stays, mean of a year', `${one(kept / 1000)} kB`, '[tables.md](tables.md)'],
    [
      'of it, after ended seasons are archived',
      `${one(keptAfterArchive / 1000)} kB`,
      'the same, without the ledger',
    ],
  ],
)}

The day was measured with ${whole(day.members)} members. ${measurementConditions(memberDay.ranOn)} Sizes hardly depend on the load. Images of whole pages, which PostgreSQL writes at the first change of a page after a checkpoint, come on top and depend on how many members share a page.

A million active members therefore write ${one((day.walBytes * MILLION) / 1e9)} GB of log a day, which four weeks of archive keep, ${one((day.walBytes * MILLION * 28) / 1e12)} TB before compression; and ${one((kept * MILLION) / 1e9)} GB of data a day stay, ${one((kept * MILLION * 365) / 1e12)} TB a year.

## Where the primary ends

Assumed: a tenth of the missions of a day fall into its busiest hour, so a million active members execute ${MILLION.toLocaleString('en')} × ${MISSIONS_A_DAY} × ${BUSIEST_HOUR} / 3,600 = ${whole(peak)} missions a second there. A restore reads ${RESTORE_MB_PER_SECOND} MB/s and may take ${RESTORE_HOURS} hours.

${table(
  ['limit', 'arithmetic', 'reached at'],
  [
    [
      'two cores with a server on them',
      `${whole(withServer)} / ${whole(peak)} million`,
      `${one(membersAt(withServer) / MILLION)} million active members`,
    ],
    [
      'two cores of a primary alone',
      `${whole(alone)} / ${whole(peak)} million`,
      `${one(membersAt(alone) / MILLION)} million`,
    ],
    [
      'one process that appends to the points log',
      `${whole(perSecond)} / ${whole(peak)} million`,
      `${one(membersAt(perSecond) / MILLION)} million`,
    ],
    [
      'settling a round within an hour, by one worker',
      `${whole(settledPerSecond)} × 3,600`,
      `${one((settledPerSecond * 3600) / MILLION)} million members of a season`,
    ],
    [
      'a restore, if nothing is archived',
      `${one(restorable / 1e12)} TB / ${one((kept * MILLION) / 1e9)} GB a day`,
      `${whole(daysUntil(kept))} days of a million members`,
    ],
    [
      'a restore, with ended seasons archived',
      `${one(restorable / 1e12)} TB / ${one((keptAfterArchive * MILLION) / 1e9)} GB a day`,
      `${whole(daysUntil(keptAfterArchive))} days`,
    ],
  ],
)}

For a million active members, size ends the primary before its rate does. More cores raise the rate: pgbench itself uses a part of these two, and the transaction waits for the disk once, so the rate above is a lower bound per core. It was not measured with more cores. The steps before sharding, in this order:

1. A primary with more cores and its own disk for the log; servers on other machines, which need no change.
2. Ended seasons archived (\`npm run archive:ledger\`), then partitions by season for \`spin_commitments\`, \`mission_completions\` and \`histories\`, which are most of the rest.
3. Reads that may lag from standbys. \`ops/patroni/haproxy.cfg\` has an address for them.

## Sharding by member

Citus distributes tables by a column and keeps rows with the same value on one machine. The column would be the member's id. This stands in the way:

| obstacle | change |
|---|---|
| \`ledger_transactions\` has no member, and its idempotency key is unique everywhere | a member id in transactions, entries and keys, as part of every primary key |
| a posting has an entry of the system (\`ISSUANCE\`, \`SPIN\`) beside the member's, on an account that belongs to no member | one account of the system per shard, added up in the books |
| the guards of the ledger are statement triggers with transition tables, which Citus does not run on distributed tables | constraints within a row, or a function that posts on the shard and is the only one with the right to write |
| e-mail, nickname, wallet and referral code are unique over all members | a table per name, distributed by the name, which is claimed before the member is written |
| foreign keys to \`members\`, and from deliveries to \`alerts\` | kept where both tables have the member's id, checked by the service elsewhere |
| \`histories\` and \`alerts\` have an id as their key | (member, id) as the key |
| the points log is one order over all postings, from the transaction ids of one database | an order per shard, merged by the appender, whose entries name the shard |
| the ranking, the settlement and the statistics read all members of a season | aggregates per shard, combined by one worker; ranks need counts per score instead of rows |
| jobs are claimed from one table | a table per shard, or jobs stay on a machine of their own |
| seasons, missions, networks, prices, operators | reference tables, copied to each machine |

## Prepared now

- Ledger tables are partitioned by transaction ids, seasons begin partitions, and ended ones can be archived ([ledger.md](ledger.md#partitions)).
- Keys of clients are scoped to their caller, so that idempotency needs no other member's rows.
- A member's lists are read by a cursor of that member.
- Time is an argument and jobs are rows with a lane, so that several databases can have workers of their own.
- Settlement, opening, expiry and verification run in committed batches with a cursor over member ids, which a shard can be a range of.
- Every table is declared with its growth (\`tools/table-growth.ts\`), so that this page stays current.

Not prepared: the member's id in transactions, names that are claimed before the member, accounts of the system per shard, and an order of the points log per shard. They change keys of the largest tables, so they come with the decision to shard and not before ([decision 0307](decisions/0307-one-primary-until-its-size-ends-it.md)).
`
}
