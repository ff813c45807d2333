import { setTimeout as sleep } from 'node:timers/promises'
import { until } from './bounded.ts'
import { drain, paymentSettings, prepare, runWithFaults } from './payments-run.ts'
import { between, type HighAvailability, type Scenario } from './scenario.ts'

const CUT_MS = 1000
const READY_LIMIT_MS = 120_000

/**
 * The primary is killed while members buy, pay, withdraw and request refunds. Server, worker and signer
 * keep running and reconnect by themselves; every payment is credited or sent back exactly once, and no
 * payout is sent twice.
 */
export const failoverDuringPayments: Scenario = {
  name: 'failover-during-payments',
  about: 'the primary of three databases is killed while payments and payouts are under way',
  engines: ['postgres'],
  startsItsDatabase: true,
  run: async (given) => {
    const { startCluster } = given.faultControls ?? {}
    if (!startCluster) throw new Error('This run has no cluster')
    const cluster = await startCluster({ isSynchronous: true })
    try {
      const settings = { ...given.settings, DATABASE_URL: cluster.url }
      const withCluster = { ...given, settings }
      const run = await prepare(withCluster, paymentSettings(withCluster))
      const state = { ticks: 0, killAt: 0, killed: undefined as string | undefined }
      await runWithFaults(run, {
        at: async () => {
          if (state.ticks === 0) state.killAt = between(given.chance, 1, 12)
          state.ticks += 1
          if (state.ticks === state.killAt) state.killed = await killPrimary(cluster)
        },
        over: async (address) => {
          if (state.killed !== undefined) cluster.revive(state.killed)
          await cluster.untilWhole()
          await untilReady(address, cluster.output)
          run.tally['failovers'] = (run.tally['failovers'] ?? 0) + 1
          Object.assign(state, { ticks: 0, killed: undefined })
        },
      })
      await drain(run)
      return run.tally
    } finally {
      await cluster.stop()
    }
  },
}

async function killPrimary(cluster: HighAvailability): Promise<string> {
  cluster.cutReplication()
  await sleep(CUT_MS)
  const killed = await cluster.killPrimary()
  cluster.mendReplication()
  return killed
}

/** The server reconnects without a restart. */
function untilReady(address: string, details: () => string): Promise<void> {
  const limits = { limitMs: READY_LIMIT_MS, everyMs: 100, details }
  return until('The reconnection of the server', limits, async () => {
    const { ok } = await fetch(`${address}/healthz`)
    return ok
  })
}
