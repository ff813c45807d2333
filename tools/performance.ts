import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawBars } from './performance/bars.ts'
import { type Ratio, readFirstLoads, readRatios, readScores } from './performance/recorded.ts'
import { ROOT } from './run-step.ts'
import { startServer } from './server.ts'
import { buildWebIfStale } from './web-build.ts'

/** docs/performance.md and its plots, from what the other commands have measured last. */
const FOLDER = join(ROOT, 'docs/performance')
const STARTS = 3

async function secondsToReady(): Promise<number> {
  const begun = performance.now()
  const server = await startServer()
  const seconds = (performance.now() - begun) / 1000
  await server.stop()
  return seconds
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1)
const perSecond = ({ name, perSecond: count }: Ratio['ours']) => `${name}: ${Math.round(count)}/s`

await buildWebIfStale()
const starts: number[] = []
for (let start = 0; start < STARTS; start += 1) starts.push(await secondsToReady())
const coldStart = starts.toSorted((a, b) => a - b)[Math.floor(STARTS / 2)] ?? 0
const loads = readFirstLoads()
const ratios = readRatios()
const scores = readScores()
const [{ run } = { run: undefined }] = ratios
if (!run) throw new Error('artefacts/bench is empty: npm run bench')

mkdirSync(FOLDER, { recursive: true })
const draw = (name: string, svg: string) => writeFileSync(join(FOLDER, `${name}.svg`), svg)
draw(
  'first-load',
  drawBars(
    'JavaScript of the first load, kB gzip; the tick is the limit',
    loads.map(({ page, scripts, limit }) => ({
      name: page,
      value: scripts / 1000,
      limit: limit / 1000,
      said: kilobytes(scripts),
    })),
  ),
)
draw(
  'ratios',
  drawBars(
    'Ours as a part of the bare thing in the same run; the tick is the least',
    ratios.map(({ name, ratio, target }) => ({
      name,
      value: ratio,
      ...(target === undefined ? {} : { limit: target }),
      said: ratio.toFixed(2),
    })),
  ),
)

writeFileSync(
  join(ROOT, 'docs/performance.md'),
  `# Performance

Written by \`npm run performance\` from what these commands measured last; the figures lie in \`artefacts/\`. Seconds differ between machines, so everything timed is a ratio to the bare thing in the same run. Measured on ${run.machine}, Node ${run.node}, ${run.postgres}.

## First load

\`npm run budget\`

![JavaScript of the first load by page](performance/first-load.svg)

${table(
  ['page', 'JS, kB gzip', 'limit', 'CSS, kB gzip'],
  loads.map(({ page, scripts, styles, limit }) => [
    page,
    kilobytes(scripts),
    kilobytes(limit),
    kilobytes(styles),
  ]),
)}

## Lighthouse

\`npm run lighthouse\`: a phone on a slow network, /auth/login, median of three.

${table(
  ['measure', 'value', 'held against'],
  scores.map(({ name, value, limit }) => [name, Number(value.toFixed(3)), limit]),
)}

## Calls, ranking, push and the wallet's unlock

\`npm run bench\`, or one part of it by \`-- --only calls\`, \`ranking\`, \`campaign\` or \`unlock\`: medians of alternating rounds.

![Ratios](performance/ratios.svg)

${table(
  ['what', 'ratio', 'at least', 'ours', 'the bare thing', 'load before'],
  ratios.map(({ name, ratio, target, ours, theirs, run: { loadAverageBefore } }) => [
    name,
    ratio.toFixed(2),
    target?.toFixed(2) ?? '',
    perSecond(ours),
    perSecond(theirs),
    loadAverageBefore[0] ?? '',
  ]),
)}

The last column is the machine's load average before that run: a busy machine takes from both sides, but not always alike.

## Cold start

\`npm start\` with an empty data folder and a built web is ready after ${coldStart.toFixed(1)} s (median of ${STARTS}): schema, demo season with 150 members, and two chains included.
`,
)
process.stdout.write(`docs/performance.md, cold start ${coldStart.toFixed(1)} s\n`)
