import type { Comparison } from './compare.ts'
import { requestsPerSecond, requestText, type Load } from './load.ts'
import type { SpinRun } from './spin.ts'

/** Keeping refusals may cost at most a tenth of the rate of refused writes. */
const TARGET = 0.9

/** A mission that other calls complete, so that its execution is always refused. */
const REFUSED_MISSION = 4

/** Compares refused missions of a server that keeps refusals with one that does not. */
export function refusalComparison(ours: SpinRun, theirs: SpinRun, load: Load): Comparison {
  return {
    name: 'a mission refused and kept for explanations',
    target: TARGET,
    ours: { name: 'kept', perSecond: () => refusalsPerSecond(ours, load) },
    theirs: { name: 'not kept', perSecond: () => refusalsPerSecond(theirs, load) },
  }
}

function refusalsPerSecond({ server, sessions, seasonId }: SpinRun, load: Load): Promise<number> {
  const refused = (turn: number) =>
    requestText(server, {
      method: 'POST',
      path: `/v1/private/seasons/${seasonId}/missions/${REFUSED_MISSION}/execute`,
      headers: {
        origin: server.origin,
        cookie: sessions[turn % sessions.length] ?? '',
        'idempotency-key': `${performance.now()}-${turn}`,
      },
      body: {},
    })
  return requestsPerSecond(server, load, refused, 400)
}
