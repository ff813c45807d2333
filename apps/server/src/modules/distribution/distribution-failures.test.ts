import { sql } from 'drizzle-orm'
import { toEventSelector } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '@solstice/rules/duration'
import { jobKinds } from '#/job-kinds.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { createWorker } from '#/platform/process/worker.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import {
  distributorOf,
  giveWallet,
  postRoots,
  problemsOf,
  rewardStates,
  settleShared,
} from '#test/test-distribution.ts'
import { logInAgain, signUpMember, type Browser } from '#test/test-member.ts'
import { aSigner } from '#test/test-signer.ts'
import {
  advanceChains,
  fundTreasury,
  setStableCaps,
  transfersBetween,
} from '#test/test-treasury.ts'
import { aWallet } from '#test/test-wallet.ts'

const CLAIMED_TOPIC = toEventSelector('Claimed(address,uint256,uint256)')

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ withChains: true })
  await fundTreasury(server)
  server.worker = createWorker(server.ctx, jobKinds)
  server.ctx.settings.rewardRootAbove = 1
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.advance(2 * DAY_MS)
  await setStableCaps(server)
})

type Player = Browser & { email: string; userId: number; address: string }

async function aPlayer(address: string = aWallet().address): Promise<Player> {
  const member = await signUpMember(server)
  await giveWallet(server, member.userId, address)
  return Object.assign(member, { address })
}
const idsOf = (...players: Player[]) => players.map(({ userId }) => userId)
const claimOf = async (player: Player) => {
  await logInAgain(player)
  return player.call('distribution.claim', {})
}
const claimStates = (...players: Player[]) =>
  rowsOf<{ state: string }>(
    server.ctx.db,
    sql`select state from distribution_claims where member_id in ${idsOf(...players)} order by member_id, id`,
  )
const stateOf = async (player: Player) => (await rewardStates(server, player.userId)).at(-1)

test('an account that the token refuses delays neither the claims of others nor the next root', async () => {
  const [ada, ben] = [await aPlayer(), await aPlayer(`0x${'0'.repeat(40)}`)]
  const { season } = await settleShared(server, idsOf(ada, ben))
  await postRoots(server)
  for (const player of [ben, ada]) await claimOf(player)
  await advanceChains(server, 8)
  const paid = [await stateOf(ada), await stateOf(ben)]
  server.clock.advance(10 * MINUTE_MS)
  await advanceChains(server, 2)
  const states = await claimStates(ada, ben)
  await logInAgain(ben)
  const shown = await ben.call('distribution.mine', {})
  await settleShared(server, idsOf(ada, ben), season, 1)
  await postRoots(server)

  expect(paid).toMatchObject([{ state: 'PAID' }, { state: 'CLAIMABLE' }])
  expect(states).toEqual([{ state: 'PAID' }, { state: 'FAILED' }])
  expect(shown.data?.claims).toMatchObject([{ ready: '1250', state: null }])
  expect(await stateOf(ada)).toMatchObject({ state: 'CLAIMABLE', root: 2 })
  expect(await problemsOf(server)).toEqual([])
})

test('a claim whose event a node left out is recorded from the contract', async () => {
  const [ada, ben] = [await aPlayer(), await aPlayer()]
  await settleShared(server, idsOf(ada, ben))
  await postRoots(server)
  await server.ctx.db.execute(sql`update distributors set scanned_to = scanned_to + 1000`)
  await claimOf(ada)
  await advanceChains(server, 8)
  const missed = await claimStates(ada)
  server.clock.advance(10 * MINUTE_MS)
  await advanceChains(server, 2)
  const recorded = await claimStates(ada)
  await server.ctx.db.execute(sql`update distributors set scanned_to = scanned_to - 1000`)
  server.clock.advance(MINUTE_MS)
  await advanceChains(server, 2)

  expect(missed).toEqual([{ state: 'SENDING' }])
  expect(recorded).toEqual([{ state: 'PAID' }])
  expect(await stateOf(ada)).toMatchObject({ state: 'PAID' })
  const { contract } = await distributorOf(server)
  expect(await transfersBetween(server, contract, ada.address)).toHaveLength(1)
  expect(await problemsOf(server)).toEqual([])
})

test('a payment that no root explains is reported and delays no other claim', async () => {
  const [ada, ben] = [await aPlayer(), await aPlayer()]
  await settleShared(server, idsOf(ada, ben))
  await postRoots(server)
  const { node } = server.ctx.chains
  const paysOthers = (log: { topics: string[]; data: string }) => [
    { ...log, topics: [log.topics[0], `0x${'5c'.repeat(20).padStart(64, '0')}`] },
    { ...log, data: log.data.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')) },
    log,
  ]
  // As after the restore of a database that had neither this account nor that amount.
  server.ctx.chains.node = (network) => ({
    call: async (method, params) => {
      const answer = await node(network).call(method, params)
      const isOfClaims = JSON.stringify(params).includes(CLAIMED_TOPIC)
      return Array.isArray(answer) && isOfClaims ? answer.flatMap(paysOthers) : answer
    },
  })
  await claimOf(ada)
  await advanceChains(server, 8)
  server.ctx.chains.node = node

  expect(await stateOf(ada)).toMatchObject({ state: 'PAID' })
  const reports = server.log.text.split('A distributor paid an amount that no root has')
  expect(reports).toHaveLength(3)
  expect(await problemsOf(server)).toEqual([])
})

test('funding and a root that a rollback reopened count once, while the next root is made', async () => {
  const [ada, ben] = [await aPlayer(), await aPlayer()]
  const { season } = await settleShared(server, idsOf(ada, ben))
  await postRoots(server)
  await setStableCaps(server, { perDay: '2' })
  await settleShared(server, idsOf(ada, ben), season, 1)
  await postRoots(server)
  const sums = () =>
    rowsOf(server.ctx.db, sql`select step, number, posted, funded, increase from distributors`)
  const before = await sums()
  // As an operator does who adopts the account after a rollback.
  await server.ctx.db.execute(sql`update payouts set state = 'SENT', confirmed_at = null
    where purpose in ('ROOT', 'FUND') and state = 'CONFIRMED'
      and subject is not distinct from (select max(id) from distribution_roots)
      or key = (select 'fund:' || id || ':' || (fundings - 1) from distributors)`)
  await advanceChains(server, 4)
  const open = await rowsOf(server.ctx.db, sql`select id from payouts where state = 'SENT'`)
  const after = await sums()

  expect(before).toMatchObject([{ step: 'FUNDING' }])
  expect(open).toEqual([])
  expect(after).toEqual(before)
  await setStableCaps(server)
  await server.ctx.db.execute(sql`update payouts set not_before = null where state = 'QUEUED'`)
})

test('a wallet that changes while the root is funded receives the reward with a later root', async () => {
  await postRoots(server)
  const [ada, ben] = [await aPlayer(), await aPlayer()]
  await setStableCaps(server, { perDay: '4000' })
  await settleShared(server, idsOf(ada, ben))
  await postRoots(server)
  const funding = await distributorOf(server)
  const wallet = aWallet().address
  await giveWallet(server, ada.userId, wallet)
  server.clock.advance(DAY_MS)
  await postRoots(server)
  server.clock.advance(DAY_MS)
  await advanceChains(server, 1)
  await postRoots(server)

  const { number } = funding
  const address = wallet.toLowerCase()
  expect(funding.step).toBe('FUNDING')
  expect(await stateOf(ben)).toMatchObject({ state: 'CLAIMABLE', root: number })
  expect(await stateOf(ada)).toMatchObject({ state: 'CLAIMABLE', root: number + 1, address })
  expect(await problemsOf(server)).toEqual([])
})

test('after a change of the key a root in the making is made again by the new account', async () => {
  const [ada, ben] = [await aPlayer(), await aPlayer()]
  await setStableCaps(server, { perDay: '4000' })
  await settleShared(server, idsOf(ada, ben))
  await postRoots(server)
  const entered = await stateOf(ada)
  const old = await distributorOf(server)
  const rotated = aSigner(server.ctx)
  server.ctx.treasury = rotated.signer
  const account = await fundTreasury(server)
  await advanceChains(server, 2)
  const before = await distributorOf(server)
  await server.ctx.db.execute(sql`update treasury_lanes set frozen_at = null, frozen_for = null,
    address = ${account}, next_nonce = 0 where chain_id = 31337`)
  await setStableCaps(server)
  server.clock.advance(DAY_MS)
  await advanceChains(server, 10)
  await postRoots(server)
  const made = await rowsOf(
    server.ctx.db,
    sql`select step, account = ${account} as "isNew" from distributors order by id`,
  )
  const given = await rowsOf(
    server.ctx.db,
    sql`select p.state from payouts p where purpose = 'FUND' and address = ${old.contract}
      order by id desc limit 1`,
  )

  expect(before).toEqual(old)
  expect(old.step).toBe('FUNDING')
  expect(entered).toMatchObject({ state: 'OWED', root: old.number })
  expect(given).toEqual([{ state: 'FAILED' }])
  expect(made).toEqual([
    { step: 'IDLE', isNew: false },
    { step: 'IDLE', isNew: true },
  ])
  expect(await stateOf(ada)).toMatchObject({ state: 'CLAIMABLE', root: 1 })
  expect(await problemsOf(server)).toEqual([])
  await rotated.close()
})
