import { percentilesOf, type Percentiles } from '../../apps/server/test/load/percentiles.ts'
import { withProgress } from '../../apps/server/src/platform/process/progress.ts'
import { printTable, type Result } from './compare.ts'
import { inSeason, recordHomeRequests } from './home-requests.ts'
import { durationsOfSets, requestText } from './load.ts'
import { startProgram } from './program.ts'
import type { BenchOptions, Section } from './section.ts'
import { MEMBERS, sessionIdOf } from './statements.ts'
import { withMembers } from './with-members.ts'

/** `percentiles` are the milliseconds until the last response of one home screen. */
export type HomeResult = Result & { paths: string[]; percentiles: Percentiles }

/** Everything that the home screen requests, sent at once by each client. */
export const HOME: Section<HomeResult> = {
  takes: '1 min',
  usesPostgres: true,
  run: async (options) => [await measureHome(options)],
  print: (results) => {
    printTable(results)
    for (const result of results) console.log(homeText(result))
  },
}

/** Formats the results that the ratio does not show. */
export function homeText({ paths, percentiles: { p50, p95, p99 } }: HomeResult): string {
  return (
    `The home screen sends ${paths.length} reads; the last response arrives after ` +
    `${p50.toFixed(0)} ms (p50), ${p95.toFixed(0)} ms (p95), ${p99.toFixed(0)} ms (p99).`
  )
}

async function measureHome({ load, measure }: BenchOptions): Promise<HomeResult> {
  const recorded = await withProgress('Recording the requests of the home screen', () =>
    recordHomeRequests(),
  )
  return withMembers(async ({ server, env, sessions, makeSeason }) => {
    const seasonId = await makeSeason()
    const paths = recorded.map((path) => inSeason(path, seasonId))
    const baseline = await startProgram('baseline-server.ts', env)
    const size = paths.length
    const rounds: number[][] = []
    const homes = (turn: number) => {
      const headers = { cookie: sessions[turn % sessions.length] ?? '' }
      return paths.map((path) => requestText(server.url, { path, headers }))
    }
    const lookups = (turn: number) => {
      const path = `/sessions/${sessionIdOf(1 + (turn % MEMBERS))}`
      return paths.map(() => requestText(baseline.url, { path }))
    }
    try {
      const result = await measure({
        name: "the home screen's reads together",
        ours: {
          name: `${size} reads`,
          perSecond: async () => {
            const durations = await durationsOfSets(server.url, load, { size, requests: homes })
            rounds.push(durations)
            return durations.length / load.seconds
          },
        },
        theirs: {
          name: `Fastify and ${size} shared lookups`,
          perSecond: async () => {
            const set = { size, requests: lookups }
            return (await durationsOfSets(baseline.url, load, set)).length / load.seconds
          },
        },
      })
      // The first round is a warm-up.
      return { ...result, paths, percentiles: percentilesOf(rounds.slice(1).flat()) }
    } finally {
      await baseline.stop()
    }
  })
}
