import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../tools/run-step.ts'
import { type Bar, drawBars } from './bars.ts'
import { campaignText } from './campaign.ts'
import type { Result } from './compare.ts'
import { BENCH_PARTS, RESULTS_FOLDER, type Score, findResults, readResults } from './results.ts'
import { measurementConditions, table } from './markdown.ts'
import { median } from './median.ts'
import { mutantsSection } from './mutants-section.ts'

/** Writes docs/performance.md and its plots from the last recorded results, without measuring. */
const firstLoad = readResults('first-load')
const lighthouse = readResults('lighthouse')
const start = readResults('start')
const bench = BENCH_PARTS.map((part) => readResults(`bench-${part}`))
const compared = bench.flatMap(({ ranOn, results }) =>
  results.map((result) => ({ ...result, ranOn })),
)
const campaigns = bench.flatMap(({ results }) => results.filter((result) => 'growthMb' in result))
const postgres = bench.find(({ ranOn }) => ranOn.postgres !== undefined)?.ranOn.postgres

/** Draws a plot next to the results and returns the Markdown that shows it. */
function plot(name: string, title: string, bars: readonly Bar[]): string {
  writeFileSync(join(ROOT, RESULTS_FOLDER, `${name}.svg`), drawBars(title, bars))
  return `![${title}](performance/${name}.svg)`
}

const kilobytes = (bytes: number | undefined) =>
  bytes === undefined ? '' : (bytes / 1000).toFixed(1)
const rate = ({ name, perSecond }: Result['ours']) =>
  `${name}: ${perSecond.toFixed(perSecond < 10 ? 1 : 0)}/s`
const titleOf = (name: string) => name.replaceAll('-', ' ')
const withLimit = (limit: number | undefined) => (limit === undefined ? {} : { limit })

function valueOf({ kind, value }: Score): string {
  if (kind === 'ms') return `${Math.round(value)} ms`
  return String(Number(value.toFixed(3)))
}

const page = `# Performance

Drawn by \`npm run performance\` from the figures in [docs/performance](performance), which the commands below write when they are given \`-- --record\`; without it they only tell. Seconds differ between machines, so what can be is a ratio to the baseline in the same run; the paints of Lighthouse and the start are of the machine they name.

## First load

\`npm run budget -- --record\`

${plot(
  'first-load',
  'JavaScript of the first load, kB gzip; the tick is the limit',
  firstLoad.loads.map(({ page: name, scripts, scriptsLimit }) => ({
    name,
    value: scripts / 1000,
    limit: scriptsLimit / 1000,
    label: kilobytes(scripts),
  })),
)}

${table(
  ['page', 'JS, kB gzip', 'limit', 'CSS, kB gzip', 'limit', 'requests'],
  firstLoad.loads.map(({ page: name, scripts, scriptsLimit, styles, stylesLimit, requests }) => [
    name,
    kilobytes(scripts),
    kilobytes(scriptsLimit),
    kilobytes(styles),
    kilobytes(stylesLimit),
    requests,
  ]),
)}

Requests are scripts, styles and fonts. Of the wallet its scripts are weighed, which come when it is opened.

## Lighthouse

\`npm run lighthouse -- --record\`: a phone on a slow network, /auth/login, median of ${lighthouse.runs}. ${measurementConditions(lighthouse.ranOn)}

${plot(
  'lighthouse',
  'Scores of 100; the tick is what is held, for performance what is aimed at',
  lighthouse.scores
    .filter(({ kind }) => kind === 'score')
    .map((score) => ({
      name: titleOf(score.name),
      value: score.value,
      ...withLimit(score.limit),
      label: valueOf(score),
    })),
)}

${table(
  ['measure', 'value', 'must be', 'aim'],
  lighthouse.scores.map((score) => [
    titleOf(score.name),
    valueOf(score),
    score.isAim ? '' : boundOf(score),
    score.isAim ? boundOf(score) : '',
  ]),
)}

What must be fails the command. An aim does not: the score of performance falls with a busy machine.

## Calls, ranking, push and the wallet's unlock

\`npm run bench -- --record\`, or one part of it with \`--only ${BENCH_PARTS.join('`, `')}\`: medians of as many alternating rounds as the table says. The campaign is one run. PostgreSQL is \`${postgres ?? 'none'}\`, every commit on disk. ${measurementConditions(bench[0]?.ranOn ?? start.ranOn)}

${plot(
  'ratios',
  'Ours as a part of the baseline in the same run; the tick is the least',
  compared.map(({ name, ratio, target }) => ({
    name,
    value: ratio,
    ...withLimit(target),
    label: ratio.toFixed(2),
  })),
)}

${table(
  ['what', 'ratio', 'at least', 'ours', 'the baseline', 'rounds', 'load before'],
  compared.map(({ name, ratio, target, ours, theirs, ranOn: { loadBefore } }) => [
    name,
    ratio.toFixed(2),
    target?.toFixed(2) ?? '',
    rate(ours),
    rate(theirs),
    ours.rounds.length,
    loadBefore,
  ]),
)}

The last column is the machine's load average before that part: a busy machine takes from both sides, but not always alike. ${campaigns.map(campaignText).join(' ')}

## Cold start

\`npm run bench -- --only start --record\`: \`npm start\` with a built web until it answers; with an empty data folder the schema, the demo season with 150 members and two chains are made first. ${measurementConditions(start.ranOn)}

${plot(
  'start',
  'Seconds until ready, medians',
  start.starts.map(({ name, seconds }) => ({
    name,
    value: median(seconds),
    label: `${median(seconds).toFixed(1)} s`,
  })),
)}

${table(
  ['start', 'seconds, median', 'each'],
  start.starts.map(({ name, seconds }) => [
    name,
    median(seconds).toFixed(1),
    seconds.map((each) => each.toFixed(1)).join(', '),
  ]),
)}

${mutantsSection(findResults('mutants-named'), findResults('mutants-rules'))}
`

function boundOf({ kind, limit }: Score): string {
  if (limit === undefined) return ''
  return kind === 'score' ? `at least ${limit}` : `at most ${limit}`
}

writeFileSync(join(ROOT, 'docs/performance.md'), page)
console.log('docs/performance.md')
