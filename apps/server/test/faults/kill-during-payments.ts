import { setTimeout } from 'node:timers/promises'
import { PAYMENT_POINTS, type FaultPoint } from '#/platform/process/fault-points.ts'
import { startProcess, type ServerProcess } from '#test/server-process.ts'
import { logInRemotely, sendAgain } from './remote-payer.ts'
import {
  BETWEEN_STARTS_MS,
  buySomething,
  requestRandomRefund,
  drain,
  pass,
  paymentSettings,
  payWithoutOrder,
  prepare,
  withdraw,
  type Run,
} from './payments-run.ts'
import { between, type Scenario } from './scenario.ts'

/** A server that does not reach its fault point within this many ticks is killed anyway. */
const TICKS = 100
/** After this many server runs, the server must have died at every fault point. */
const RUNS_FOR_ALL_POINTS = 24

/** The deck contains the fault points that have not been used yet. */
type KillRun = Run & { unusedPoints: FaultPoint[] }

/**
 * Kills the server repeatedly at every named point of purchase, refund and payout. Each start
 * continues the work of the previous one; at the end every payment was credited or sent back
 * exactly once.
 */
export const killDuringPayments: Scenario = {
  name: 'kill-during-payments',
  about: 'kill -9 of the server at the named points of purchase, refund and payout',
  run: async (given) => {
    const run: KillRun = { ...(await prepare(given, paymentSettings(given))), unusedPoints: [] }
    Object.assign(run.tally, { kills: 0, atPoint: 0 })
    for (const point of PAYMENT_POINTS) run.tally[point] = 0
    for (let burst = 1; burst <= given.bursts; burst += 1) await runUntilKilled(run, burst)
    await drain(run)
    const missed = PAYMENT_POINTS.filter((point) => !run.tally[point])
    if (given.bursts >= RUNS_FOR_ALL_POINTS && missed.length > 0) {
      throw new Error(`No kill happened at ${missed.join(', ')}`)
    }
    return run.tally
  },
}

/** Draws a random fault point; every point is used once before any repeats. */
function nextPoint(run: KillRun): FaultPoint {
  if (run.unusedPoints.length === 0) run.unusedPoints = [...PAYMENT_POINTS]
  const [point] = run.unusedPoints.splice(
    between(run.given.chance, 0, run.unusedPoints.length - 1),
    1,
  )
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
    await runUntilDead(run, server, { point, times }, () => isDead)
  } catch (error) {
    // A request may stay without a response only when the server is dead.
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

async function runUntilDead(
  run: KillRun,
  server: ServerProcess,
  { point, times }: { point: FaultPoint; times: number },
  isDead: () => boolean,
): Promise<void> {
  const { chance } = run.given
  const address = await server.ready
  for (const payer of run.payers) await sendAgain(address, payer)
  const payer = run.payers[between(chance, 0, run.payers.length - 1)]
  if (!payer) throw new Error('The run has no payers')
  const session = await logInRemotely(address, payer.email)
  // Creates as much work as is needed to reach the fault point this often.
  const orders = point.startsWith('payout') ? 1 : times
  const unmatchedPayments = point.startsWith('payout') ? times : Number(chance() < 0.3)
  if (point.startsWith('payout') && chance() < 0.7) await withdraw(run, session)
  for (let order = 0; order < orders; order += 1) await buySomething(run, address, session, payer)
  for (let payment = 0; payment < unmatchedPayments; payment += 1)
    await payWithoutOrder(run, address, payer)
  let requestsRefund = point.startsWith('refund') || chance() < 0.3
  for (let tick = 0; tick < TICKS && !isDead(); tick += 1) {
    await pass(run, address, 2000)
    if (tick < 10 || !requestsRefund || !(await requestRandomRefund(run, session))) continue
    requestsRefund = false
    // A rule decides the refund request within a minute.
    await pass(run, address, 61_000)
  }
}
