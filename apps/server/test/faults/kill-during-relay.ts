import { setTimeout } from 'node:timers/promises'
import type { CallData } from '@solstice/contract/wire'
import { DAY_MS } from '@solstice/rules/duration'
import { RELAY_POINTS, type FaultPoint } from '#/platform/process/fault-points.ts'
import { remoteOperator } from '#test/remote-operator.ts'
import { startProcess, type ServerProcess } from '#test/server-process.ts'
import { BETWEEN_STARTS_MS } from './payments-run.ts'
import { checkRelayed, readRelayed } from './relay-check.ts'
import { aPayment, followPayment, readOffer, type Payment } from './relay-phone.ts'
import {
  aRemotePayer,
  CHAIN_ID,
  devOrder,
  logInRemotely,
  rpc,
  type RemotePayer,
  type Session,
} from './remote-payer.ts'
import { between, type Given, type Scenario, type Tally } from './scenario.ts'

const OPERATOR_TOKEN = 'sol_op_for_the_fault_runs_and_nothing_else'
const START = new Date('2026-06-23T08:00:00.000Z')
/** Longer than the pause of payouts after a wallet was connected. */
const PAUSE_MS = 3 * DAY_MS
const TICKS = 300
/** The sends of a month in the lowest tier. */
const QUOTA = 2
const AMOUNT = 5_000_000n

/** Every point that a relayed send passes, in the web, the worker and the signer. */
const POINTS: readonly FaultPoint[] = [
  ...RELAY_POINTS,
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
  payers: RemotePayer[]
  payments: Payment[]
  now: Date
  tally: Tally
}

/**
 * Kills the server at every named point of sends whose fee the treasury pays. In each burst another member
 * without coin makes two payments, while those of earlier bursts continue. At the end each payment has
 * arrived exactly once, and each member has used exactly the quota.
 */
export const killDuringRelay: Scenario = {
  name: 'kill-during-relay',
  about: 'kill -9 of the server while members without coin send tokens whose fee the treasury pays',
  run: async (given) => {
    const run = await prepare(given)
    for (const point of POINTS) run.tally[point] = 0
    let unused: FaultPoint[] = []
    for (const [at, payer] of run.payers.entries()) {
      if (unused.length === 0) unused = [...POINTS]
      const [point] = unused.splice(between(given.chance, 0, unused.length - 1), 1)
      if (!point) throw new Error('There is no fault point')
      for (let send = 0; send < QUOTA; send += 1) run.payments.push(aPayment(payer, AMOUNT))
      await runUntilKilled(run, at + 1, point)
    }
    await drain(run)
    return run.tally
  },
}

const restart = (run: Run, more: Record<string, string> = {}): ServerProcess => {
  run.now = new Date(run.now.getTime() + BETWEEN_STARTS_MS)
  return startProcess({ ...run.settings, SOLSTICE_NOW: run.now.toISOString(), ...more })
}

/** Creates a member for each burst, and waits until their pauses are over and the relay is deployed. */
async function prepare(given: Given): Promise<Run> {
  const settings = {
    ...given.settings,
    OPERATOR_TOKEN,
    LOCAL_CHAINS: 'true',
    LOG_LEVEL: 'error',
    // Without an anchor, all calls after the deployment are relayed sends.
    POINTS_LOG_CHAIN: '0',
  }
  const tally = { kills: 0, faults: 0, underWay: 0 }
  const run: Run = { given, settings, payers: [], payments: [], now: START, tally }
  const first = restart(run)
  try {
    const address = await first.ready
    for (let member = 1; member <= given.bursts; member += 1) {
      run.payers.push(await aRemotePayer(address, `sender-${member}@harbor.example`))
    }
  } finally {
    first.kill('SIGKILL')
    await first.ended
  }
  run.now = new Date(run.now.getTime() + PAUSE_MS)
  const second = restart(run)
  try {
    const address = await second.ready
    for (const payer of run.payers) await spendCoin(address, payer)
    const [payer] = run.payers
    const session = await logInRemotely(address, payer?.email ?? '')
    const isReady = async () => (await readOffer(session))?.offer === 'READY'
    if (!(await passUntil(run, address, isReady))) throw new Error('The relay was not deployed')
  } finally {
    second.kill('SIGKILL')
    await second.ended
  }
  return run
}

const GAS = 21_000n
const GAS_PRICE = 10_000_000_000n

/** Sends all coin of a wallet away, that of its welcome too, so that it can pay no fee. */
async function spendCoin(address: string, { wallet }: RemotePayer): Promise<void> {
  const balance = await rpc<string>(address, 'eth_getBalance', [wallet.address, 'latest'])
  const raw = await wallet.signTransaction({
    chainId: CHAIN_ID,
    nonce: 0,
    to: `0x${'9'.repeat(40)}`,
    value: BigInt(balance) - GAS * GAS_PRICE,
    gas: GAS,
    gasPrice: GAS_PRICE,
  })
  await rpc(address, 'eth_sendRawTransaction', [raw])
  await devOrder(address, `chains/${CHAIN_ID}`, { mine: 1 })
}

/** Mines blocks and moves the clock until the condition holds. */
async function passUntil(
  run: Run,
  address: string,
  isOver: () => Promise<boolean>,
): Promise<boolean> {
  for (let tick = 0; tick < TICKS; tick += 1) {
    if (await isOver()) return true
    await devOrder(address, `chains/${CHAIN_ID}`, { mine: 1 })
    await devOrder(address, 'clock', { advanceMs: 2000 })
    run.now = new Date(run.now.getTime() + 2000)
    await setTimeout(60)
  }
  return false
}

const isOpen = ({ isDone }: Payment) => !isDone

/** Has the phone of every member with an open payment do its part, one payment of a member at a time. */
async function useEveryPhone(run: Run, sessionOf: (payer: RemotePayer) => Promise<Session>) {
  for (const payer of run.payers) {
    const payment = run.payments.find((each) => each.payer === payer && isOpen(each))
    if (payment) await followPayment(await sessionOf(payer), payment, run.tally)
  }
  return !run.payments.some(isOpen)
}

/** Lets all members pay until the server dies or all payments are done. */
async function liveOn(run: Run, server: ServerProcess, isDead: () => boolean): Promise<boolean> {
  const address = await server.ready
  const sessions = new Map<RemotePayer, Session>()
  const sessionOf = async (payer: RemotePayer) => {
    const session = sessions.get(payer) ?? (await logInRemotely(address, payer.email))
    sessions.set(payer, session)
    return session
  }
  return passUntil(run, address, async () => isDead() || useEveryPhone(run, sessionOf))
}

async function runUntilKilled(run: Run, burst: number, point: FaultPoint): Promise<void> {
  const times = between(run.given.chance, 1, QUOTA)
  const server = restart(run, { DIE_AT: `${point}:${times}` })
  let isDead = false
  const ended = server.ended.finally(() => {
    isDead = true
  })
  try {
    await liveOn(run, server, () => isDead)
    if (!isDead) throw new Error(`The server passed ${point}:${times} alive`)
  } catch (error) {
    // A request may stay without a response only when the server is dead.
    await Promise.race([ended, setTimeout(5000)])
    if (!isDead) throw error
  } finally {
    server.kill('SIGKILL')
  }
  const how = await ended
  if (how !== 'SIGKILL') throw new Error(`The server ended with ${how}:\n${server.output()}`)
  const { tally, given } = run
  const underWay = run.payments.filter(({ body, isDone }) => body && !isDone).length
  tally['kills'] = (tally['kills'] ?? 0) + 1
  tally['underWay'] = (tally['underWay'] ?? 0) + underWay
  // A kill without a send under way would prove nothing.
  if (underWay > 0) tally['faults'] = (tally['faults'] ?? 0) + 1
  tally[point] = (tally[point] ?? 0) + 1
  given.log(`${given.engine} server ${burst}: died at ${point}:${times}, ${underWay} under way`)
}

/** Runs a last server without faults until every payment is done, and compares it with the chain. */
async function drain(run: Run): Promise<void> {
  const server = restart(run)
  try {
    if (!(await liveOn(run, server, () => false))) {
      const open = run.payments.filter(isOpen).map(({ recipient }) => recipient)
      throw new Error(`Still open after all ticks: ${open.join(', ')}\n${server.output()}`)
    }
    const address = await server.ready
    const operator = remoteOperator(address, OPERATOR_TOKEN)
    const { data } = await operator.call<CallData<'relay.budgets'>>('GET', '/v1/operator/relay')
    const shown = await operator.call<CallData<'payout.treasury'>>('GET', '/v1/operator/treasury')
    const relay = data?.list.find(({ chainId }) => chainId === CHAIN_ID)?.relay ?? ''
    const treasury = shown.data?.lanes.find(({ chainId }) => chainId === CHAIN_ID)?.address ?? ''
    for (const { email } of run.payers) {
      const offer = await readOffer(await logInRemotely(address, email))
      if (offer?.offer === 'QUOTA' && offer.used === QUOTA) continue
      throw new Error(`BROKEN: ${email} has used ${offer?.used} of ${QUOTA} (${offer?.offer})`)
    }
    const chain = await readRelayed(address, run.payments, { relay, treasury })
    server.kill('SIGTERM')
    await server.ended
    Object.assign(run.tally, await checkRelayed(run.settings, run.payments, chain))
  } finally {
    server.kill('SIGKILL')
    await server.ended
  }
}
