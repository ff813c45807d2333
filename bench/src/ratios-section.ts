import type { Result } from './compare.ts'
import { measurementConditions, table } from './markdown.ts'
import { withLimit, type Plot } from './plot.ts'
import type { RanOn } from '../../tools/machine.ts'

/** The rows of one section of `npm run bench`, if it has been recorded. */
export type RatioPart = {
  part: string
  takes: string
  recorded: { ranOn: RanOn & { postgres?: string }; results: readonly Result[] } | undefined
}

/** Rows that compare with another product are shown apart from the baselines. */
const isPeer = ({ name }: Pick<Result, 'name'>) => name.includes('beside')

/**
 * Renders the comparisons with baselines and with peers. `notes` are the results that a ratio does
 * not show.
 */
export function ratiosSection(
  parts: readonly RatioPart[],
  notes: { baselines: readonly string[]; peers: readonly string[] },
  plot: Plot,
): string {
  const rows = parts.flatMap(({ recorded }) =>
    (recorded?.results ?? []).map((result) => ({ ...result, ranOn: recorded?.ranOn })),
  )
  const first = parts.find(({ recorded }) => recorded?.ranOn.postgres !== undefined)?.recorded
  const missing = parts.filter(({ recorded }) => !recorded).map(({ part }) => part)
  const baselines = rows.filter((row) => !isPeer(row))
  const peers = rows.filter(isPeer)
  return `## Calls, ranking, push and the wallet's unlock

\`npm run bench -- --record\`, or one part of it with \`--only\`: ${parts.map(({ part, takes }) => `\`${part}\` (${takes})`).join(', ')}. Medians of as many alternating rounds as the table says; the campaign is one run. A baseline has the same means as ours: the same pool, prepared statements and shared lookups. PostgreSQL is \`${first?.ranOn.postgres ?? 'none'}\`, every commit on disk. ${first ? measurementConditions(first.ranOn) : ''}${missing.length > 0 ? ` Not recorded yet: ${missing.join(', ')}.` : ''}

${plot(
  'ratios',
  'Our rate relative to the baseline in the same run; the tick is the minimum',
  barsOf(baselines),
)}

${tableOf(baselines, 'the baseline')}

The last column is the machine's load average before that part: a busy machine slows both sides, but not always equally. ${notes.baselines.join(' ')}

### Beside others

What people would choose instead, in the same run, on the same machine and with the same durability. A ratio below 1 means that the other one is faster; [decision 0136](decisions/0136-what-we-take-from-peers.md) states why, and what we take from it.

${
  peers.length === 0
    ? 'Nothing has been recorded.'
    : `${plot('peers', 'Our rate relative to the other; the tick is the same rate', barsOf(peers, 1))}

${tableOf(peers, 'the other')}

${notes.peers.join(' ')}`
}`
}

type Row = Result & { ranOn: RanOn | undefined }

function barsOf(rows: readonly Row[], limit?: number) {
  return rows.map(({ name, ratio, target }) => ({
    name,
    value: ratio,
    ...withLimit(limit ?? target),
    label: ratio.toFixed(2),
  }))
}

const rate = ({ name, perSecond }: Result['ours']) =>
  `${name}: ${perSecond.toFixed(perSecond < 10 ? 1 : 0)}/s`

function tableOf(rows: readonly Row[], other: string): string {
  return table(
    ['benchmark', 'ratio', 'at least', 'ours', other, 'rounds', 'load before'],
    rows.map(({ name, ratio, target, ours, theirs, ranOn }) => [
      name,
      ratio.toFixed(2),
      target?.toFixed(2) ?? '',
      rate(ours),
      rate(theirs),
      ours.rounds.length,
      ranOn?.loadBefore ?? '',
    ]),
  )
}
