import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { CALL_POINTS, type FaultPoint } from '#/platform/process/fault-points.ts'
import { openPglite, openPostgres, rowsOf } from '#/platform/process/db.ts'
import { remoteOperator } from '#test/remote-operator.ts'
import { startProcess } from '#test/server-process.ts'
import type { CallData } from '@solstice/contract/wire'
import { BETWEEN_STARTS_MS } from './payments-run.ts'
import { CHAIN_ID, devOrder, rpc } from './remote-payer.ts'
import { between, type Given, type Scenario, type Tally } from './scenario.ts'

const OPERATOR_TOKEN = 'sol_op_for_the_fault_runs_and_nothing_else'
const START = new Date('2026-06-23T08:00:00.000Z')
const TICKS = 200

/** Every point that a deployment and an anchor pass. */
const POINTS: readonly FaultPoint[] = [
  ...CALL_POINTS,
  'payout-reserved',
  'signer-journaled',
  'payout-signed',
  'payout-stored',
  'payout-broadcast',
  'payout-confirming',
  'payout-confirmed',
]
/** The deployment passes these alone, and the anchor this one. */
const PASSED_ONCE: readonly FaultPoint[] = ['contract-deployed', 'anchor-posting']

/**
 * Kills a new server at every named point of the deployment of the log's anchor and of its first
 * checkpoint. Another one continues; at the end there is one contract with one checkpoint.
 */
export const killDuringCalls: Scenario = {
  name: 'kill-during-calls',
  about: 'kill -9 of the server while it deploys a contract and anchors the points log',
  run: async (given) => {
    const tally: Tally = { kills: 0 }
    for (const point of POINTS) tally[point] = 0
    let unused: FaultPoint[] = []
    for (let burst = 1; burst <= given.bursts; burst += 1) {
      if (unused.length === 0) unused = [...POINTS]
      const [point] = unused.splice(between(given.chance, 0, unused.length - 1), 1)
      if (!point) throw new Error('There is no fault point')
      const times = PASSED_ONCE.includes(point) ? 1 : between(given.chance, 1, 2)
      const settings = await settingsOf(given, burst)
      await runToTheEnd(settings, { DIE_AT: `${point}:${times}` })
      tally['kills'] = (tally['kills'] ?? 0) + 1
      tally[point] = (tally[point] ?? 0) + 1
      await runToTheEnd(settings, {})
      given.log(`${given.engine} server ${burst}: died at ${point}:${times}`)
    }
    return tally
  },
}

/** Every burst begins with a new database and new chains, because a contract is deployed once. */
async function settingsOf({ settings }: Given, burst: number): Promise<Record<string, string>> {
  const folder = join(settings['SOLSTICE_DATA'] ?? '', `burst-${burst}`)
  await mkdir(folder, { recursive: true })
  // Without the contract of relayed sends, the anchor is the only one.
  const local = { LOCAL_CHAINS: 'true', RELAY_FEES_PER_DAY: '0' }
  const own = { ...settings, ...local, OPERATOR_TOKEN, LOG_LEVEL: 'error' }
  const { DATABASE_URL } = settings
  if (DATABASE_URL === undefined) return { ...own, SOLSTICE_DATA: folder }
  const url = new URL(DATABASE_URL)
  const { db, close } = await openPostgres(DATABASE_URL, () => {})
  const name = `${url.pathname.slice(1)}_${burst}`
  await db.execute(sql.raw(`create database "${name}"`))
  await close()
  url.pathname = `/${name}`
  return { ...own, SOLSTICE_DATA: folder, DATABASE_URL: url.href }
}

/** Runs a server until it dies at its point, or until the log is anchored if it has none. */
async function runToTheEnd(
  settings: Record<string, string>,
  fault: { DIE_AT?: string },
): Promise<void> {
  const isKilled = fault.DIE_AT !== undefined
  const now = new Date(START.getTime() + (isKilled ? 0 : BETWEEN_STARTS_MS))
  const server = startProcess({ ...settings, ...fault, SOLSTICE_NOW: now.toISOString() })
  let isDead = false
  const ended = server.ended.finally(() => {
    isDead = true
  })
  try {
    const address = await server.ready
    const anchored = await untilAnchored(address, () => isDead)
    if (isKilled) {
      if (!isDead) throw new Error(`The server passed ${fault.DIE_AT} alive`)
    } else {
      const chain = await readChain(address, anchored)
      server.kill('SIGTERM')
      await ended
      await check(settings, chain)
    }
  } catch (error) {
    // A request may stay without a response only when the server is dead.
    await Promise.race([ended, setTimeout(5000)])
    if (!isKilled || !isDead) throw error
  } finally {
    server.kill('SIGKILL')
  }
  const how = await ended
  if (isKilled && how !== 'SIGKILL') {
    throw new Error(`The server ended with ${how}:\n${server.output()}`)
  }
}

type Anchored = { contract: string; treasury: string }

async function untilAnchored(address: string, isDead: () => boolean): Promise<Anchored> {
  const operator = remoteOperator(address, OPERATOR_TOKEN)
  for (let tick = 0; tick < TICKS && !isDead(); tick += 1) {
    await devOrder(address, `chains/${CHAIN_ID}`, { mine: 1 })
    await devOrder(address, 'clock', { advanceMs: 2000 })
    await setTimeout(60)
    const path = '/v1/operator/payouts?state=CONFIRMED'
    const { data } = await operator.call<CallData<'payout.list'>>('GET', path)
    const anchor = data?.list.find(({ purpose }) => purpose === 'ANCHOR')
    if (!anchor) continue
    const shown = await operator.call<CallData<'payout.treasury'>>('GET', '/v1/operator/treasury')
    const lane = shown.data?.lanes.find(({ chainId }) => chainId === CHAIN_ID)
    return { contract: anchor.address, treasury: lane?.address ?? '' }
  }
  throw new Error('The log was not anchored')
}

async function readChain(address: string, { contract, treasury }: Anchored) {
  const filter = { address: contract, fromBlock: '0x0', toBlock: 'latest' }
  const events = await rpc<unknown[]>(address, 'eth_getLogs', [filter])
  const count = await rpc<string>(address, 'eth_getTransactionCount', [treasury, 'latest'])
  return { contract, checkpoints: events.length, transactions: Number(count) }
}

async function check(
  settings: Record<string, string>,
  chain: Awaited<ReturnType<typeof readChain>>,
): Promise<void> {
  const url = settings['DATABASE_URL']
  const { db, close } =
    url === undefined
      ? await openPglite(settings['SOLSTICE_DATA'])
      : await openPostgres(url, () => {})
  try {
    const contracts = await rowsOf<{ address: string }>(
      db,
      sql`select address from treasury_contracts`,
    )
    const calls = await rowsOf<{ purpose: string; state: string }>(
      db,
      sql`select purpose, state from payouts where member_id is null order by id`,
    )
    const [used] = await rowsOf<{ count: string }>(
      db,
      sql`select count(*) from payouts where nonce is not null and chain_id = ${CHAIN_ID}`,
    )
    const found = {
      contracts: contracts.map((row) => row.address),
      calls: calls.map(({ purpose, state }) => `${purpose} ${state}`),
      checkpoints: chain.checkpoints,
      transactions: chain.transactions,
    }
    const expected = {
      contracts: [chain.contract],
      calls: ['DEPLOY CONFIRMED', 'ANCHOR CONFIRMED'],
      checkpoints: 1,
      transactions: Number(used?.count),
    }
    if (JSON.stringify(found) !== JSON.stringify(expected)) {
      throw new Error(`BROKEN:\n${JSON.stringify({ found, expected })}`)
    }
  } finally {
    await close()
  }
}
