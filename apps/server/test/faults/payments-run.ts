import { setTimeout } from 'node:timers/promises'
import type { CallData } from '@solstice/contract/wire'
import { DAY_MS, HOUR_MS } from '@solstice/rules/duration'
import { remoteOperator } from '#test/remote-operator.ts'
import { startProcess } from '#test/server-process.ts'
import { pinHeader } from '#test/test-pin.ts'
import {
  aRemotePayer,
  remoteBrowser,
  CHAIN_ID,
  devOrder,
  logInRemotely,
  payRemotely,
  PIN,
  sendAgain,
  type RemotePayer,
  type Session,
} from './remote-payer.ts'
import { checkPaymentsRun, countUnsettled, transfersOf } from './payments-check.ts'
import { between, type Given, type Tally } from './scenario.ts'

const MEMBERS = 3
const OPERATOR_TOKEN = 'sol_op_for_the_fault_runs_and_nothing_else'
/** Longer than the lease of a dead worker and the delay of a refund. */
export const BETWEEN_STARTS_MS = 6 * 60_000
const PACK_PRICE = 5_000_000n
/** In millionths: more than any member withdraws in a run. */
const REFERRAL_BALANCE = '1000000000'
const WITHDRAWN = '10'

/**
 * State of a run in which members buy, pay, send unmatched payments and request refunds while the
 * server fails.
 */
export type Run = {
  given: Given
  settings: Record<string, string>
  payers: RemotePayer[]
  seasonId: number
  productId: number
  payTo: string
  now: Date
  tally: Tally
}

export const paymentSettings = (given: Given): Record<string, string> => ({
  ...given.settings,
  OPERATOR_TOKEN,
  LOCAL_CHAINS: 'true',
  LOG_LEVEL: 'error',
})

export async function prepare(given: Given, settings: Record<string, string>): Promise<Run> {
  const now = new Date('2026-06-23T08:00:00.000Z')
  const server = startProcess({ ...settings, SOLSTICE_NOW: now.toISOString() })
  try {
    const address = await server.ready
    await devOrder(address, `chains/${CHAIN_ID}`, { mine: 3 })
    const payers: RemotePayer[] = []
    for (let member = 1; member <= MEMBERS; member += 1) {
      payers.push(await aRemotePayer(address, `payer-${member}@harbor.example`))
    }
    const session = await logInRemotely(address, payers[0]?.email ?? '')
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
    const tally = { orders: 0, payments: 0, unmatchedPayments: 0, refunds: 0, withdrawals: 0 }
    return { given, settings, payers, seasonId, productId, payTo, now: BEFORE_REWARDS, tally }
  } finally {
    server.kill('SIGKILL')
    await server.ended
  }
}

/**
 * Half an hour before a round of the demo ends, so that its rewards are paid in one of the first
 * server runs.
 */
const BEFORE_REWARDS = new Date('2026-06-25T19:30:00.000Z')
const CHECK_INS = 3

/** Gives each payer a balance to withdraw and the check-ins that a round reward requires. */
async function qualify(
  address: string,
  payers: readonly RemotePayer[],
  seasonId: number,
): Promise<void> {
  const operator = remoteOperator(address, OPERATOR_TOKEN)
  for (let day = 1; day <= CHECK_INS; day += 1) {
    for (const { email, userId } of payers) {
      const session = await logInRemotely(address, email)
      const done = await session('POST', `/seasons/${seasonId}/missions/1/execute`, {})
      if (done.code !== 0) throw new Error(`The check-in was refused with ${done.code}`)
      if (day > 1) continue
      const given = await operator.call('POST', `/v1/operator/members/${userId}/adjustments`, {
        body: { asset: 'REFERRAL', amount: REFERRAL_BALANCE, reason: 'Available to withdraw' },
      })
      if (given.code !== 0) throw new Error(`The balance was refused with ${given.code}`)
    }
    if (day < CHECK_INS) await devOrder(address, 'clock', { advanceMs: DAY_MS })
  }
}

/** Mines a block and advances the server's clock. */
export async function pass(run: Run, address: string, ms: number): Promise<void> {
  await devOrder(address, `chains/${CHAIN_ID}`, { mine: 1 })
  await devOrder(address, 'clock', { advanceMs: ms })
  run.now = new Date(run.now.getTime() + ms)
  await setTimeout(60)
}

export async function buySomething(
  run: Run,
  address: string,
  session: Session,
  payer: RemotePayer,
): Promise<void> {
  const { seasonId, productId, payTo, tally } = run
  const path = `/seasons/${seasonId}/products/${productId}`
  const opened = await session<CallData<'product.buy'>>('POST', path, {})
  if (!opened.data) return
  tally['orders'] = (tally['orders'] ?? 0) + 1
  // Some members never pay, and some pay without submitting the transaction hash.
  if (run.given.chance() < 0.05) return
  // Counted first, because a signed payment is valid even if the server dies before it responds.
  tally['payments'] = (tally['payments'] ?? 0) + 1
  const txHash = await payRemotely(address, payer, payTo, PACK_PRICE)
  if (run.given.chance() < 0.5) {
    await session('PATCH', `${path}/users/${opened.data.userProductId}`, { txHash })
  }
}

export async function payWithoutOrder(
  run: Run,
  address: string,
  payer: RemotePayer,
): Promise<void> {
  const amount = BigInt(between(run.given.chance, 1_000_000, 4_000_000))
  run.tally['unmatchedPayments'] = (run.tally['unmatchedPayments'] ?? 0) + 1
  await payRemotely(address, payer, run.payTo, amount)
}

export async function withdraw(run: Run, session: Session): Promise<void> {
  const browser = remoteBrowser(session)
  const pin = await pinHeader(browser, PIN, 'WITHDRAW')
  const body = { amount: WITHDRAWN, chainId: CHAIN_ID }
  const reply = await browser.call('invite.withdraw', { body }, pin)
  if (reply.code === 0) run.tally['withdrawals'] = (run.tally['withdrawals'] ?? 0) + 1
}

/** Requests a refund and returns false when no purchase is refundable. */
export async function requestRandomRefund(run: Run, session: Session): Promise<boolean> {
  const path = `/seasons/${run.seasonId}`
  const { data } = await session<CallData<'history.list'>>(
    'GET',
    `${path}/histories?tab=Purchased&size=20`,
  )
  const bought = data?.list.find(({ status, refundable }) => refundable && status === 'COMPLETED')
  if (!bought) return false
  const reply = await session('PATCH', `${path}/products/histories/${bought.historyId}/refund`, {
    type: 'CHANGE_OF_MIND',
  })
  if (reply.code !== 0) return false
  run.tally['refunds'] = (run.tally['refunds'] ?? 0) + 1
  return true
}

const TICKS_PER_ROUND = 16

/**
 * Runs a server without killing it: rounds of buying and paying, with a fault at every tick that is
 * cleared at the end of the round.
 */
export async function runWithFaults(
  run: Run,
  trouble: { at: (address: string) => Promise<void>; over: (address: string) => Promise<void> },
): Promise<void> {
  const { chance, bursts, log, engine } = run.given
  run.now = new Date(run.now.getTime() + BETWEEN_STARTS_MS)
  const server = startProcess({ ...run.settings, SOLSTICE_NOW: run.now.toISOString() })
  try {
    const address = await server.ready
    for (let burst = 1; burst <= bursts; burst += 1) {
      const payer = run.payers[between(chance, 0, run.payers.length - 1)]
      if (!payer) throw new Error('The run has no payers')
      const session = await logInRemotely(address, payer.email)
      await buySomething(run, address, session, payer)
      if (chance() < 0.5) await payWithoutOrder(run, address, payer)
      const requestsRefund = chance() < 0.4
      for (let tick = 0; tick < TICKS_PER_ROUND; tick += 1) {
        await trouble.at(address)
        await pass(run, address, 2000)
        if (tick !== TICKS_PER_ROUND / 2 || !requestsRefund) continue
        await requestRandomRefund(run, session)
        await pass(run, address, 61_000)
      }
      await trouble.over(address)
      await unfreeze(run, address)
      log(`${engine} round ${burst}: ${JSON.stringify(run.tally)}`)
    }
    server.kill('SIGTERM')
    const how = await server.ended
    if (how !== 0) throw new Error(`The server ended with ${how}:\n${server.output()}`)
  } finally {
    server.kill('SIGKILL')
    await server.ended
  }
}

const DRAIN_TICKS = 400
const QUIET_TICKS = 25

/** Runs a last server without faults until all pending work is finished. */
export async function drain(run: Run): Promise<void> {
  run.now = new Date(run.now.getTime() + BETWEEN_STARTS_MS)
  const server = startProcess({ ...run.settings, SOLSTICE_NOW: run.now.toISOString() })
  try {
    const address = await server.ready
    for (const payer of run.payers) await sendAgain(address, payer)
    await unfreeze(run, address)
    // Refunds to one payer beyond the daily limit wait for the next day.
    await untilSettled(run, address, findUnpaid)
    // Unpaid orders have expired by then, and the refunds this causes are sent.
    await pass(run, address, DAY_MS + 3 * HOUR_MS)
    await untilSettled(run, address, findOpen)
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

/** Waits for several quiet ticks in a row, because one job may enqueue the next. */
async function untilSettled(run: Run, address: string, find: typeof findOpen): Promise<void> {
  let quiet = 0
  let open: string[] = []
  for (let tick = 0; tick < DRAIN_TICKS && quiet < QUIET_TICKS; tick += 1) {
    await pass(run, address, 4000)
    open = await find(run, address)
    quiet = open.length === 0 ? quiet + 1 : 0
  }
  if (quiet < QUIET_TICKS) throw new Error(`Still open after all ticks: ${open.join(', ')}`)
}

/**
 * Returns the payouts that are not confirmed and the payments that are neither credited nor
 * refunded.
 */
async function findUnpaid({ given }: Run, address: string): Promise<string[]> {
  const operator = remoteOperator(address, OPERATOR_TOKEN)
  const open: string[] = []
  for (const state of ['QUEUED', 'RESERVED', 'SENT']) {
    const { data } = await operator.call<CallData<'payout.list'>>(
      'GET',
      `/v1/operator/payouts?state=${state}`,
    )
    for (const { payoutId, purpose, heldFor } of data?.list ?? []) {
      open.push(`${state} ${purpose} ${payoutId} held for ${heldFor ?? 'nothing'}`)
    }
  }
  const unsettled = await countUnsettled(given)
  return unsettled === 0 ? open : [...open, `${unsettled} payments`]
}

/** Returns these and the refunds that are not decided yet. */
async function findOpen(run: Run, address: string): Promise<string[]> {
  const { data } = await remoteOperator(address, OPERATOR_TOKEN).call<CallData<'refund.queue'>>(
    'GET',
    '/v1/operator/refunds?state=REQUESTED',
  )
  const refunds = (data?.list ?? []).map(({ refundId }) => `refund ${refundId} undecided`)
  return [...(await findUnpaid(run, address)), ...refunds]
}

/** False results of a node freeze the treasury; an operator unfreezes it after a check. */
async function unfreeze({ tally }: Run, address: string): Promise<void> {
  const operator = remoteOperator(address, OPERATOR_TOKEN)
  const { data } = await operator.call<CallData<'payout.treasury'>>('GET', '/v1/operator/treasury')
  for (const { chainId, frozenAt } of data?.lanes ?? []) {
    if (frozenAt === null) continue
    const body = { chainId, reason: 'The node is reliable again' }
    await operator.call('POST', '/v1/operator/treasury/unfreeze', { body })
    tally['unfrozen'] = (tally['unfrozen'] ?? 0) + 1
  }
}
