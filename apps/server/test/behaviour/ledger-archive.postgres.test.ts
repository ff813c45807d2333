import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '@solstice/rules/duration'
import { aggregateAllBooks } from '#test/test-books.ts'
import { appendAllPostings } from '#/modules/points-log/points-log.service.ts'
import { checkLedger } from '#/platform/books/ledger-check.ts'
import { advanceCheckpoint } from '#/platform/books/ledger-checkpoint.ts'
import { beginPartition, findPartitions } from '#/platform/books/ledger-partitions.ts'
import { SERVER_TEST_TIMEOUT_MS } from '#test/server-fixtures.ts'
import { startProcess } from '#test/server-process.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { credit } from '#test/test-ledger.ts'
import { anEmail, PASSWORD, signUpMember } from '#test/test-member.ts'
import { anOperator } from '#test/test-operator.ts'
import { aProduct, give } from '#test/test-shop.ts'
import { aSeason } from '#test/test-season.ts'

let server: TestApp
beforeEach(async () => {
  server = await startTestApp()
})
afterEach(() => server.close())

/** Runs `npm run archive:ledger` next to the server, at the server's time. */
async function archiveLedger(...args: string[]) {
  const settings = {
    NODE_ENV: 'development',
    DATABASE_URL: server.database.url ?? '',
    SOLSTICE_NOW: server.clock.now.toISOString(),
  }
  const program = startProcess(settings, 'archive-ledger', args)
  const exit = await program.ended
  return { exit, output: program.output() }
}

test(
  'a season is archived once it has ended and is verified, and members lose no page',
  { timeout: SERVER_TEST_TIMEOUT_MS },
  async () => {
    const { ctx, clock, worker } = server
    const { seasonId, firstRound: first } = await aSeason(server)
    const email = anEmail()
    const member = await signUpMember(server, { email })
    for (const missionId of [1, 3, 2]) {
      await member.call('mission.execute', { params: { seasonId, missionId }, body: {} })
    }
    const before = await member.call('history.list', { params: { seasonId }, query: {} })
    const next = await aSeason(server, { startsInDays: 30 })

    // Half an hour before its start.
    clock.now = new Date(next.startAt.getTime() - 30 * MINUTE_MS)
    await worker.runDue()
    const partitions = await findPartitions(ctx.db)
    const tooEarly = await archiveLedger('--detach', '0')
    clock.advance(31 * DAY_MS)
    await worker.runDue()
    await advanceCheckpoint(ctx.db, { at: ctx.now() })
    await appendAllPostings(ctx)
    await aggregateAllBooks(ctx)
    const round = sql`where id = ${first.roundId}`
    await ctx.db.execute(sql`update season_rounds set settled_at = null ${round}`)
    const unsettled = await archiveLedger('--detach', '0')
    await ctx.db.execute(sql`update season_rounds set settled_at = now() ${round}`)
    const archived = await archiveLedger('--detach', '0')
    const again = await archiveLedger('--detach', '0')

    expect(partitions.map(({ period }) => period)).toEqual([
      'first',
      `season:${next.seasonId}`,
      null,
    ])
    expect(tooEarly).toMatchObject({ exit: 1 })
    expect(tooEarly.output).toContain(`Refused: season ${seasonId} has not ended`)
    expect(unsettled).toMatchObject({ exit: 1 })
    expect([archived.exit, again.exit]).toEqual([0, 0])
    expect(archived.output).toMatch(/^0 first archived up to \d+\n1 season:\d+\n2 prepared\n$/m)
    expect(await checkLedger(ctx.db, 'FULL')).toEqual([])

    await member.call('auth.login', { body: { email, password: PASSWORD } })
    const params = { seasonId }
    const list = await member.call('history.list', { params, query: {} })
    expect(list.data).toEqual(before.data)
    const historyId = list.data?.list[0]?.historyId ?? 0
    const shown = await member.call('history.show', { params: { seasonId, historyId } })
    const tickets = await member.call('history.tickets', { params, query: {} })
    const why = await member.call('explanation.mine', {
      params: { entryId: `history:${historyId}` },
    })
    expect([shown.code, tickets.code]).toEqual([0, 0])
    expect(why).toMatchObject({ code: 0, data: { outcome: 'GRANTED', ledgerTransactionId: null } })

    const restored = await archiveLedger('--restore', '0')
    expect(restored.exit).toBe(0)
    expect(await checkLedger(ctx.db, 'FULL')).toEqual([])
  },
)

test(
  'a season with an open refund is archived once the refund is decided',
  { timeout: SERVER_TEST_TIMEOUT_MS },
  async () => {
    const { ctx, clock, worker } = server
    const { seasonId, endAt } = await aSeason(server)
    const member = await signUpMember(server)
    await give(server, member.userId, 'XP', 1000n, `season:${seasonId}`)
    const params = { seasonId, productId: await aProduct(server, seasonId) }
    const bought = await member.call('product.buy', { params, body: {} })
    await member.call('refund.request', {
      params: { seasonId, historyId: bought.data?.historyId ?? 0 },
      body: { type: 'OTHER', reason: 'Please' },
    })
    await beginPartition(ctx.db, { period: 'next', at: ctx.now() })
    clock.now = new Date(endAt.getTime() + 31 * DAY_MS)
    await worker.runDue()
    await advanceCheckpoint(ctx.db, { at: ctx.now() })
    await appendAllPostings(ctx)
    await aggregateAllBooks(ctx)
    const finance = await anOperator(server, 'FINANCE')
    const { data: open } = await finance.call('refund.queue', { query: {} })
    const refundId = open?.list[0]?.refundId ?? 0

    const refused = await archiveLedger('--detach', '0')
    await finance.call('refund.decide', {
      params: { refundId },
      body: { approve: false, note: 'Reviewed the case' },
    })
    const archived = await archiveLedger('--detach', '0')
    const support = await anOperator(server, 'SUPPORT')
    const why = await support.call('explanation.ofMember', {
      params: { userId: member.userId, entryId: `history:${bought.data?.historyId}` },
    })

    expect(why.data).toMatchObject({
      outcome: 'GRANTED',
      ledgerTransactionId: null,
      equalsLedger: null,
    })
    expect(refused).toMatchObject({ exit: 1 })
    expect(refused.output).toContain(`Refused: refund ${refundId} of a purchase in it`)
    expect(archived).toMatchObject({ exit: 0 })
    expect(archived.output).toContain('0 first archived up to')
  },
)

test(
  'a partition is archived once the points log and the books cover it',
  { timeout: SERVER_TEST_TIMEOUT_MS },
  async () => {
    const { ctx } = server
    const member = await signUpMember(server)
    const { transactionId } = await credit(ctx.db, member.userId, 5n)
    await beginPartition(ctx.db, { period: 'next', at: ctx.now() })
    await advanceCheckpoint(ctx.db, { at: ctx.now() })

    const unlogged = await archiveLedger('--detach', '0')
    await appendAllPostings(ctx)
    const unbooked = await archiveLedger('--detach', '0')
    await aggregateAllBooks(ctx)
    const archived = await archiveLedger('--detach', '0')

    expect([unlogged.exit, unbooked.exit, archived.exit]).toEqual([1, 1, 0])
    const refusal = `Refused: transaction ${transactionId} in it is not in the`
    expect(unlogged.output).toContain(`${refusal} points log yet`)
    expect(unbooked.output).toContain(`${refusal} books yet`)
  },
)

test('archiving rejects what is not the number of a partition', async () => {
  const refused = await archiveLedger('--detach', 'all')

  expect(refused).toMatchObject({ exit: 1 })
  expect(refused.output).toContain('not the number of a partition')
})
