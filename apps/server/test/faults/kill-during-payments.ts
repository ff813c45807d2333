import { setTimeout } from 'node:timers/promises'
import { FAULT_POINTS, type FaultPoint } from '#/platform/process/fault-points.ts'
import { startProcess, type ServerProcess } from '#test/server-process.ts'
import { logInOver, sendAgain } from './payer-over.ts'
import {
  BETWEEN_STARTS_MS,
  buySomething,
  changeMind,
  drain,
  pass,
  paymentSettings,
  payUnasked,
  prepare,
  withdraw,
  type Run,
} from './payments-run.ts'
import { between, type Scenario } from './scenario.ts'

/** A server that did not come by its point in so many ticks is killed where it is. */
const TICKS = 100
/** After so many lives every point must have been one at which a server died. */
const RUNS_FOR_ALL_POINTS = 24

/** With the points that no life has had yet. */
type KillRun = Run & { deck: FaultPoint[] }

/**
 * Kills the server at every named point of purchase, refund and payout, again and again. Each start
 * takes up what the last one left; in the end every payment was credited or sent back, once.
 */
export const killDuringPayments: Scenario = {
  name: 'kill-during-payments',
  about: 'kill -9 of the server at the named points of purchase, refund and payout',
  run: async (given) => {
    const run: KillRun = { ...(await prepare(given, paymentSettings(given))), deck: [] }
    Object.assign(run.tally, { kills: 0, atPoint: 0 })
    for (const point of FAULT_POINTS) run.tally[point] = 0
    for (let burst = 1; burst <= given.bursts; burst += 1) await runUntilKilled(run, burst)
    await drain(run)
    const missed = FAULT_POINTS.filter((point) => !run.tally[point])
    if (given.bursts >= RUNS_FOR_ALL_POINTS && missed.length > 0) {
      throw new Error(`Nobody died at ${missed.join(', ')}`)
    }
    return run.tally
  },
}

/** Each point in its turn, and all of them before any comes again. */
function nextPoint(run: KillRun): FaultPoint {
  if (run.deck.length === 0) run.deck = [...FAULT_POINTS]
  const [point] = run.deck.splice(between(run.given.chance, 0, run.deck.length - 1), 1)
  return point ?? 'payment-seen'
}

async function runUntilKilled(run: KillRun, burst: number): Promise<void> {
  const { given, tally } = run
  const point = nextPoint(run)
  const times = point.startsWith('refund') ? 1 : between(given.chance, 1, 2)
  run.now = new Date(run.now.getTime() + BETWEEN_STARTS_MS)
  const server = startProcess({
    ...run.settings,
    SOLSTICE_NOW: run.now.toISOString(),
    DIE_AT: `${point}:${times}`,
  })
  let isDead = false
  const ended = server.ended.finally(() => {
    isDead = true
  })
  try {
    await liveUntilDead(run, server, { point, times }, () => isDead)
  } catch (error) {
    // Only a server that is gone may leave anybody without an answer.
    await Promise.race([ended, setTimeout(5000)])
    if (!isDead) throw error
  }
  const died = isDead
  server.kill('SIGKILL')
  const how = await ended
  if (how !== 'SIGKILL') throw new Error(`The server ended with ${how}:\n${server.output()}`)
  tally['kills'] = (tally['kills'] ?? 0) + 1
  if (died) {
    tally['atPoint'] = (tally['atPoint'] ?? 0) + 1
    tally[point] = (tally[point] ?? 0) + 1
  }
  given.log(`${given.engine} life ${burst}: ${died ? 'died' : 'was killed'} at ${point}:${times}`)
}

async function liveUntilDead(
  run: KillRun,
  server: ServerProcess,
  { point, times }: { point: FaultPoint; times: number },
  isDead: () => boolean,
): Promise<void> {
  const { chance } = run.given
  const address = await server.ready
  for (const payer of run.payers) await sendAgain(address, payer)
  const payer = run.payers[between(chance, 0, run.payers.length - 1)]
  if (!payer) throw new Error('There are payers')
  const session = await logInOver(address, payer.email)
  // As much as it takes to come by the point so often.
  const orders = point.startsWith('payout') ? 1 : times
  const unmatchedPayments = point.startsWith('payout') ? times : Number(chance() < 0.3)
  if (point.startsWith('payout') && chance() < 0.7) await withdraw(run, session)
  for (let order = 0; order < orders; order += 1) await buySomething(run, address, session, payer)
  for (let payment = 0; payment < unmatchedPayments; payment += 1) await payUnasked(run, address, payer)
  let changesMind = point.startsWith('refund') || chance() < 0.3
  for (let tick = 0; tick < TICKS && !isDead(); tick += 1) {
    await pass(run, address, 2000)
    if (tick < 10 || !changesMind || !(await changeMind(run, session))) continue
    changesMind = false
    // In a minute a rule decides what was asked for.
    await pass(run, address, 61_000)
  }
}
