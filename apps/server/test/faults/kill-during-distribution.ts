import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { DISTRIBUTION_POINTS, type FaultPoint } from '#/platform/process/fault-points.ts'
import { startProcess, type ServerProcess } from '#test/server-process.ts'
import {
  beginRound,
  checkDistribution,
  findUnfinished,
  hasOwedRewards,
  readDistributor,
} from './distribution-check.ts'
import { BETWEEN_STARTS_MS } from './payments-run.ts'
import {
  aRemotePayer,
  CHAIN_ID,
  devOrder,
  logInRemotely,
  type RemotePayer,
} from './remote-payer.ts'
import { between, type Given, type Scenario, type Tally } from './scenario.ts'

const START = new Date('2026-06-23T08:00:00.000Z')
const WEEK_MS = 7 * 24 * 3_600_000
const MEMBERS = 3
/** A server that does not reach its fault point within this many ticks is killed anyway. */
const TICKS = 100
const DRAIN_TICKS = 600
const CLAIM_EVERY_TICKS = 8

/** Every point that the funding, the posting and the claims of a root pass. */
const POINTS: readonly FaultPoint[] = [
  ...DISTRIBUTION_POINTS,
  'call-requested',
  'payout-reserved',
  'signer-journaled',
  'payout-signed',
  'payout-stored',
  'payout-broadcast',
  'payout-confirming',
  'payout-confirmed',
]

type Run = {
  given: Given
  settings: Record<string, string>
  members: RemotePayer[]
  now: Date
  tally: Tally
}

/**
 * Kills the server at every named point of rewards by roots, while rounds are settled week after week
 * and members claim. At the end every reward is paid exactly once, by the contract.
 */
export const killDuringDistribution: Scenario = {
  name: 'kill-during-distribution',
  about: 'kill -9 of the server while it makes, funds and posts roots and while members claim',
  engines: ['postgres'],
  run: async (given) => {
    const run = await prepare(given)
    Object.assign(run.tally, { kills: 0, atPoint: 0, rounds: 0 })
    for (const point of POINTS) run.tally[point] = 0
    let unused: FaultPoint[] = []
    for (let burst = 1; burst <= given.bursts; burst += 1) {
      if (unused.length === 0) unused = [...POINTS]
      const [point] = unused.splice(between(given.chance, 0, unused.length - 1), 1)
      if (!point) throw new Error('There is no fault point')
      await runUntilKilled(run, burst, point)
    }
    await drain(run)
    return run.tally
  },
}

async function prepare(given: Given): Promise<Run> {
  const settings = {
    ...given.settings,
    LOCAL_CHAINS: 'true',
    LOG_LEVEL: 'error',
    REWARD_ROOT_ABOVE: '0',
  }
  const server = startProcess({ ...settings, SOLSTICE_NOW: START.toISOString() })
  try {
    const address = await server.ready
    const members: RemotePayer[] = []
    for (let member = 1; member <= MEMBERS; member += 1) {
      members.push(await aRemotePayer(address, `claims-${member}@harbor.example`))
    }
    return { given, settings, members, now: START, tally: {} }
  } finally {
    server.kill('SIGKILL')
    await server.ended
  }
}

/** Moves to the end of another round unless rewards still wait for a root. */
async function nextStart(run: Run): Promise<void> {
  run.now = new Date(run.now.getTime() + BETWEEN_STARTS_MS)
  if (await hasOwedRewards(run.settings, run.members)) return
  const endAt = await beginRound(run.settings, run.members, run.now)
  if (endAt) run.tally['rounds'] = (run.tally['rounds'] ?? 0) + 1
  // Without a round the next season of the demo is published by then.
  run.now = endAt
    ? new Date(endAt.getTime() + BETWEEN_STARTS_MS)
    : new Date(run.now.getTime() + WEEK_MS)
}

async function runUntilKilled(run: Run, burst: number, point: FaultPoint): Promise<void> {
  await nextStart(run)
  const times = between(run.given.chance, 1, 2)
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
    await live(run, server, TICKS, () => Promise.resolve(isDead))
  } catch (error) {
    // A request may stay without a response only when the server is dead.
    await Promise.race([ended, setTimeout(5000)])
    if (!isDead) throw error
  }
  const died = isDead
  server.kill('SIGKILL')
  const how = await ended
  if (how !== 'SIGKILL') throw new Error(`The server ended with ${how}:\n${server.output()}`)
  const { tally, given } = run
  tally['kills'] = (tally['kills'] ?? 0) + 1
  if (died) {
    tally['atPoint'] = (tally['atPoint'] ?? 0) + 1
    tally[point] = (tally[point] ?? 0) + 1
  }
  given.log(`${given.engine} server ${burst}: ${died ? 'died' : 'was killed'} at ${point}:${times}`)
}

/** Mines blocks, and lets members claim what is ready, until the condition holds. */
async function live(
  run: Run,
  server: ServerProcess,
  ticks: number,
  isOver: (address: string) => Promise<boolean>,
): Promise<boolean> {
  const address = await server.ready
  const sessions = []
  for (const { email } of run.members) sessions.push(await logInRemotely(address, email))
  for (let tick = 0; tick < ticks; tick += 1) {
    if (await isOver(address)) return true
    await devOrder(address, `chains/${CHAIN_ID}`, { mine: 1 })
    await devOrder(address, 'clock', { advanceMs: 2000 })
    run.now = new Date(run.now.getTime() + 2000)
    await setTimeout(60)
    if (tick % CLAIM_EVERY_TICKS > 0) continue
    for (const session of sessions) {
      await session('POST', '/users/claims', {}, { 'idempotency-key': randomUUID() })
    }
  }
  return false
}

/** Runs a last server without faults until everything is paid, and compares it with the chain. */
async function drain(run: Run): Promise<void> {
  await nextStart(run)
  const server = startProcess({ ...run.settings, SOLSTICE_NOW: run.now.toISOString() })
  try {
    const open = () => findUnfinished(run.settings, run.members)
    if (!(await live(run, server, DRAIN_TICKS, async () => (await open()).length === 0))) {
      throw new Error(
        `Still open after all ticks: ${(await open()).join(', ')}\n${server.output()}`,
      )
    }
    const chain = await readDistributor(await server.ready, run.settings)
    server.kill('SIGTERM')
    await server.ended
    Object.assign(run.tally, await checkDistribution(run.settings, run.members, chain))
  } finally {
    server.kill('SIGKILL')
    await server.ended
  }
}
