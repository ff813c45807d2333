import { setTimeout } from 'node:timers/promises'
import type { CallData } from '@solstice/contract/wire'
import { FAULT_POINTS, type FaultPoint } from '#/platform/fault-points.ts'
import { operatorOver } from '#/testing/operator-over.ts'
import { startProcess, type ServerProcess } from '#/testing/server-process.ts'
import { pinHeader } from '#/testing/test-pin.ts'
import {
  aPayerOver,
  browserOver,
  CHAIN_ID,
  devOrder,
  logInOver,
  payOver,
  PIN,
  sendAgain,
  type PayerOver,
  type Session,
} from './payer-over.ts'
import { checkPaymentsRun, countUnsettled, transfersOf } from './payments-check.ts'
import { between, type Given, type Scenario, type Tally } from './scenario.ts'

const MEMBERS = 3
const DAY_MS = 24 * 60 * 60_000
const OPERATOR_TOKEN = 'sol_op_for_the_fault_runs_and_nothing_else'
/** Longer than a dead worker's lease and than the delay of a refund. */
const BETWEEN_STARTS_MS = 6 * 60_000
/** A server that did not come by its point in so many ticks is killed where it is. */
const TICKS = 100
const PACK_PRICE = 5_000_000n
/** In millionths: more than anybody withdraws in a run. */
const REFERRAL_BALANCE = '100000000000'
const WITHDRAWN = '10'
/** After so many lives every point must have been one at which a server died. */
const LIVES_FOR_ALL = 24

type Run = {
  given: Given
  settings: Record<string, string>
  payers: PayerOver[]
  seasonId: number
  productId: number
  payTo: string
  now: Date
  /** Points that no life has yet, in the order of chance. */
  deck: FaultPoint[]
  tally: Tally
}

/**
 * Kills the server at every named point of purchase, refund and payout, again and again. Each start
 * takes up what the last one left; in the end every payment was credited or sent back, once.
 */
export const killDuringPayments: Scenario = {
  name: 'kill-during-payments',
  about: 'kill -9 of the server at the named points of purchase, refund and payout',
  run: async (given) => {
    const settings = {
      ...given.settings,
      OPERATOR_TOKEN,
      LOCAL_CHAINS: 'true',
      LOG_LEVEL: 'error',
    }
    const run = await prepare(given, settings)
    for (let burst = 1; burst <= given.bursts; burst += 1) await oneLife(run, burst)
    await drain(run)
    const missed = FAULT_POINTS.filter((point) => !run.tally[point])
    if (given.bursts >= LIVES_FOR_ALL && missed.length > 0) {
      throw new Error(`Nobody died at ${missed.join(', ')}`)
    }
    return run.tally
  },
}

async function prepare(given: Given, settings: Record<string, string>): Promise<Run> {
  const now = new Date('2026-06-23T08:00:00.000Z')
  const server = startProcess({ ...settings, SOLSTICE_NOW: now.toISOString() })
  try {
    const address = await server.ready
    await devOrder(address, `chains/${CHAIN_ID}`, { mine: 3 })
    const payers: PayerOver[] = []
    for (let member = 1; member <= MEMBERS; member += 1) {
      payers.push(await aPayerOver(address, `payer-${member}@harbor.example`))
    }
    const session = await logInOver(address, payers[0]?.email ?? '')
    const seasons = await session<CallData<'season.list'>>('GET', '/seasons?status=ONGOING')
    const seasonId = seasons.data?.list[0]?.seasonId ?? 0
    const products = await session<CallData<'product.list'>>(
      'GET',
      `/seasons/${seasonId}/products?payType=TOKEN`,
    )
    const productId = products.data?.list[0]?.productId ?? 0
    const credit = await session<CallData<'credit.show'>>('GET', '/users/credits')
    const payTo = credit.data?.packages[0]?.payTo ?? ''
    if (!productId || !payTo) throw new Error('The demo has no shop')
    await qualify(address, payers, seasonId)
    const counted = { orders: 0, payments: 0, strays: 0, refunds: 0, withdrawals: 0 }
    const points = Object.fromEntries(FAULT_POINTS.map((point) => [point, 0]))
    const tally = { kills: 0, atPoint: 0, ...points, ...counted }
    return {
      given,
      settings,
      payers,
      seasonId,
      productId,
      payTo,
      now: BEFORE_REWARDS,
      deck: [],
      tally,
    }
  } finally {
    server.kill('SIGKILL')
    await server.ended
  }
}

/** Half an hour before a round of the demo ends: its rewards are paid in one of the first lives. */
const BEFORE_REWARDS = new Date('2026-06-25T19:30:00.000Z')
const CHECK_INS = 3

/** A balance to withdraw, and check-ins on as many days as a round's reward asks for. */
async function qualify(
  address: string,
  payers: readonly PayerOver[],
  seasonId: number,
): Promise<void> {
  const operator = operatorOver(address, OPERATOR_TOKEN)
  for (let day = 1; day <= CHECK_INS; day += 1) {
    for (const { email, userId } of payers) {
      const session = await logInOver(address, email)
      const done = await session('POST', `/seasons/${seasonId}/missions/1/execute`, {})
      if (done.code !== 0) throw new Error(`The check-in was refused with ${done.code}`)
      if (day > 1) continue
      const given = await operator.call('POST', `/v1/operator/members/${userId}/adjustments`, {
        body: { asset: 'REFERRAL', amount: REFERRAL_BALANCE, reason: 'To withdraw' },
      })
      if (given.code !== 0) throw new Error(`The balance was refused with ${given.code}`)
    }
    if (day < CHECK_INS) await devOrder(address, 'clock', { advanceMs: DAY_MS })
  }
}

/** Each point in its turn, and all of them before any comes again. */
function nextPoint(run: Run): FaultPoint {
  if (run.deck.length === 0) run.deck = [...FAULT_POINTS]
  const [point] = run.deck.splice(between(run.given.chance, 0, run.deck.length - 1), 1)
  return point ?? 'payment-seen'
}

async function oneLife(run: Run, burst: number): Promise<void> {
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
  given.say(`${given.place} life ${burst}: ${died ? 'died' : 'was killed'} at ${point}:${times}`)
}

async function liveUntilDead(
  run: Run,
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
  const strays = point.startsWith('payout') ? times : Number(chance() < 0.3)
  if (point.startsWith('payout') && chance() < 0.7) await withdraw(run, session)
  for (let order = 0; order < orders; order += 1) await buySomething(run, address, session, payer)
  for (let stray = 0; stray < strays; stray += 1) await payUnasked(run, address, payer)
  let changesMind = point.startsWith('refund') || chance() < 0.3
  for (let tick = 0; tick < TICKS && !isDead(); tick += 1) {
    await pass(run, address, 2000)
    if (tick < 10 || !changesMind || !(await changeMind(run, session))) continue
    changesMind = false
    // In a minute a rule decides what was asked for.
    await pass(run, address, 61_000)
  }
}

/** A block, and some time of the product's for whoever waits for it. */
async function pass(run: Run, address: string, ms: number): Promise<void> {
  await devOrder(address, `chains/${CHAIN_ID}`, { mine: 1 })
  await devOrder(address, 'clock', { advanceMs: ms })
  run.now = new Date(run.now.getTime() + ms)
  await setTimeout(60)
}

async function buySomething(
  run: Run,
  address: string,
  session: Session,
  payer: PayerOver,
): Promise<void> {
  const { seasonId, productId, payTo, tally } = run
  const path = `/seasons/${seasonId}/products/${productId}`
  const opened = await session<CallData<'product.buy'>>('POST', path, {})
  if (!opened.data) return
  tally['orders'] = (tally['orders'] ?? 0) + 1
  // Somebody thinks better of it, and somebody pays without telling.
  if (run.given.chance() < 0.05) return
  const txHash = await payOver(address, payer, payTo, PACK_PRICE)
  tally['payments'] = (tally['payments'] ?? 0) + 1
  if (run.given.chance() < 0.5) {
    await session('PATCH', `${path}/users/${opened.data.userProductId}`, { txHash })
  }
}

async function payUnasked(run: Run, address: string, payer: PayerOver): Promise<void> {
  const amount = BigInt(between(run.given.chance, 1_000_000, 4_000_000))
  await payOver(address, payer, run.payTo, amount)
  run.tally['strays'] = (run.tally['strays'] ?? 0) + 1
}

async function withdraw(run: Run, session: Session): Promise<void> {
  const browser = browserOver(session)
  const pin = await pinHeader(browser, PIN, 'WITHDRAW')
  const body = { amount: WITHDRAWN, chainId: CHAIN_ID }
  const asked = await browser.call('invite.withdraw', { body }, pin)
  if (asked.code === 0) run.tally['withdrawals'] = (run.tally['withdrawals'] ?? 0) + 1
}

/** Whether there was something bought to think better of. */
async function changeMind(run: Run, session: Session): Promise<boolean> {
  const path = `/seasons/${run.seasonId}`
  const { data } = await session<CallData<'history.list'>>(
    'GET',
    `${path}/histories?tab=Purchased&size=20`,
  )
  const bought = data?.list.find(({ status, refundable }) => refundable && status === 'COMPLETED')
  if (!bought) return false
  const asked = await session('PATCH', `${path}/products/histories/${bought.historyId}/refund`, {
    type: 'CHANGE_OF_MIND',
  })
  if (asked.code !== 0) return false
  run.tally['refunds'] = (run.tally['refunds'] ?? 0) + 1
  return true
}

const DRAIN_TICKS = 400
const QUIET_TICKS = 25

/** A last life, in which nobody dies: everything that was begun comes to its end. */
async function drain(run: Run): Promise<void> {
  run.now = new Date(run.now.getTime() + BETWEEN_STARTS_MS)
  const server = startProcess({ ...run.settings, SOLSTICE_NOW: run.now.toISOString() })
  try {
    const address = await server.ready
    for (const payer of run.payers) await sendAgain(address, payer)
    await untilSettled(run, address)
    // Orders that nobody paid are over by now, and so is whatever that sends back.
    await pass(run, address, 3 * 60 * 60_000)
    await untilSettled(run, address)
    const transfers = await transfersOf(address, run.payers, run.payTo)
    server.kill('SIGTERM')
    await server.ended
    const checked = await checkPaymentsRun(run.given, transfers, run.payers)
    Object.assign(run.tally, checked)
  } finally {
    server.kill('SIGKILL')
    await server.ended
  }
}

/** A few quiet ticks in a row: what one look leaves the next one finds. */
async function untilSettled(run: Run, address: string): Promise<void> {
  const operator = operatorOver(address, OPERATOR_TOKEN)
  let quiet = 0
  for (let tick = 0; tick < DRAIN_TICKS && quiet < QUIET_TICKS; tick += 1) {
    await pass(run, address, 4000)
    let open = 0
    for (const state of ['QUEUED', 'RESERVED', 'SENT']) {
      const { data } = await operator.call<CallData<'payout.list'>>(
        'GET',
        `/v1/operator/payouts?state=${state}`,
      )
      open += data?.totalCount ?? 0
    }
    const asked = await operator.call<CallData<'refund.queue'>>(
      'GET',
      '/v1/operator/refunds?state=REQUESTED',
    )
    open += (asked.data?.totalCount ?? 0) + (await countUnsettled(run.given))
    quiet = open === 0 ? quiet + 1 : 0
  }
  if (quiet < QUIET_TICKS) throw new Error('The work does not come to an end')
}
