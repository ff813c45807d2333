import { PERCENTILES } from '../../apps/server/test/load/percentiles.ts'
import { measurementConditions, table } from './markdown.ts'
import type { Plot } from './plot.ts'
import type { LoadRun, RecordedResults } from './results.ts'

const ENGINES: Record<LoadRun['engine'], string> = {
  postgres: 'PostgreSQL, two servers and a worker',
  embedded: 'the embedded database, one process',
}

/** Renders the durations under load; nothing may have been recorded yet. */
export function loadSection(recorded: RecordedResults['load'] | undefined, plot: Plot): string {
  const head = `## Under load

\`npm run load -- --record\` (3 min, or one database with \`--database postgres\` or \`embedded\`): members act at random, and the command fails when a percentile exceeds its limit. The limits and their reasons are in \`apps/server/test/load/latency-limits.ts\`.`
  if (!recorded) return `${head} It has not been recorded.`
  const { ranOn, runs } = recorded
  const rows = runs.flatMap(({ engine, kinds }) => kinds.map((kind) => ({ engine, ...kind })))
  const bars = rows.map(({ engine, kind, percentiles, limits }) => ({
    name: `${kind}, ${engine}`,
    value: percentiles.p99,
    limit: limits.p99,
    label: `${percentiles.p99.toFixed(0)} ms`,
  }))
  const setups = runs.map(
    ({ engine, members, seconds }) => `${ENGINES[engine]}: ${members} members for ${seconds} s.`,
  )
  return `${head} ${setups.join(' ')} ${measurementConditions(ranOn)}

${plot('load', 'p99 in milliseconds; the tick is the limit', bars)}

${table(
  ['database', 'kind', 'requests', ...PERCENTILES.flatMap((name) => [`${name}, ms`, 'at most'])],
  rows.map(({ engine, kind, requests, percentiles, limits }) => [
    engine,
    kind,
    requests,
    ...PERCENTILES.flatMap((name) => [percentiles[name].toFixed(0), limits[name]]),
  ]),
)}`
}
