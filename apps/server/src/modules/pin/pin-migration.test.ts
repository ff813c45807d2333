import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '@solstice/rules/duration'
import { wakePayouts } from '#/modules/payout/payout.queue.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { migrate } from '#/platform/process/migrate.ts'
import { migrateBefore } from '#test/earlier-database.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { openEmptyDatabase } from '#test/test-database.ts'
import { openBrowser, PASSWORD } from '#test/test-member.ts'
import { enterPin, evaluatePin } from '#test/test-pin.ts'
import { fundTreasury, advanceChains, transfersBetween } from '#test/test-treasury.ts'
import { fillVersion1, type OldMember } from '#test/version-1.ts'

let server: TestApp
let recent: OldMember
let settled: OldMember
beforeAll(async () => {
  const database = await openEmptyDatabase()
  await migrateBefore(database, '0050')
  recent = await fillVersion1(database, { userId: 101, age: '1 hour' })
  settled = await fillVersion1(database, { userId: 102, age: '60 days' })
  await migrate(database)
  server = await startTestApp({ withChains: true, database })
  // The migrations use the clock of the database.
  server.clock.now = new Date()
})
afterAll(() => server.close())

const CHAIN = 31_337

/**
 * Returns the device of a version 1.0 member, with its open session and an app that has a device
 * key.
 */
function phoneOf({ refreshCookie }: OldMember) {
  const phone = openBrowser(server)
  phone.cookies.set('solstice_refresh', refreshCookie)
  return phone
}

test('continues a session of version 1.0 and enrols its device by the PIN', async () => {
  const phone = phoneOf(settled)
  const refreshed = await phone.call('auth.reissue', {})
  const entered = await enterPin(phone, settled.active.pin, 'WALLET_USE')
  const signedOut = openBrowser(server, phone.deviceKey)

  const opened = await evaluatePin(signedOut, settled.active.pin, settled.active)

  expect([refreshed.code, entered.code]).toEqual([0, 0])
  expect(entered.data?.failedSince).toBe(2)
  expect(opened.entry?.kek).toBe(settled.active.kek)
})

test('accepts PIN keys inserted by a process of the previous release', async () => {
  await server.ctx.db.execute(sql`insert into pin_keys
    (id, member_id, enrolment_id, state, sealed_key, salt, proof_hash, tries_used, round, created_at)
    values (gen_random_uuid(), ${recent.userId}, gen_random_uuid(), 'ENROLLING', 'sealed', 'salt',
      default, default, default, now())`)

  const added = sql`select iterations from pin_keys where sealed_key = 'sealed'`
  expect(await rowsOf(server.ctx.db, added)).toEqual([{ iterations: 900_000 }])
})

test('opens the wallet of an earlier version 1.0 PIN after a login, and no job deletes its key', async () => {
  const phone = openBrowser(server)
  const body = { email: recent.email, password: PASSWORD }
  server.clock.advance(HOUR_MS)
  await server.worker.runDue()
  const loggedIn = await phone.call('auth.login', { body })

  const { entry } = await evaluatePin(phone, recent.retired.pin, recent.retired)

  expect(loggedIn.data).toMatchObject({ hasPin: true, walletAddress: recent.wallet.address })
  expect(entry?.kek).toBe(recent.retired.kek)
  const drops = sql`select 1 from jobs where kind = 'pin.drop-retired-key'`
  expect(await rowsOf(server.ctx.db, drops)).toEqual([])
})

test('shows an open order of version 1.0 and lets it be cancelled', async () => {
  const phone = phoneOf(settled)
  await phone.call('auth.login', { body: { email: settled.email, password: PASSWORD } })
  const shown = await phone.call('credit.show', {})
  const [order] = shown.data?.orders ?? []
  const params = { orderId: order?.orderId ?? 0 }

  const cancelled = await phone.call('credit.updateOrder', {
    params,
    body: { status: 'CANCELLED' },
  })

  expect(order).toMatchObject({ status: 'PENDING', credit: 100 })
  expect(cancelled.data?.status).toBe('CANCELLED')
})

test('pauses payouts for a first PIN and wallet of the last 48 hours, but not for older ones', async () => {
  const events = await rowsOf<{ member_id: string; kind: string }>(
    server.ctx.db,
    sql`select member_id, kind from security_events where kind <> 'NEW_DEVICE' order by id`,
  )
  const treasury = await fundTreasury(server)
  await wakePayouts(server.ctx.db, server.ctx, CHAIN)
  await advanceChains(server)
  const paid = async () => [
    await transfersBetween(server, treasury, recent.wallet.address),
    await transfersBetween(server, treasury, settled.wallet.address),
  ]
  const atOnce = await paid()
  server.clock.advance(2 * DAY_MS)
  await wakePayouts(server.ctx.db, server.ctx, CHAIN)
  await advanceChains(server)

  expect(events.map(({ kind, member_id: id }) => `${kind} of ${id}`)).toEqual([
    'PIN_SET of 101',
    'WALLET_REGISTERED of 101',
  ])
  expect(atOnce).toEqual([[], [5_000_000n]])
  expect(await paid()).toEqual([[5_000_000n], [5_000_000n]])
})
