import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { MINUTE_MS } from '@solstice/rules/duration'
import { rowsOf } from '#/platform/process/db.ts'
import { waitingSessions } from '#test/waiting-sessions.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { signUpMember } from '#test/test-member.ts'
import { execute } from '#test/test-mission.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { aSeason } from '#test/test-season.ts'
import { aProduct, give } from '#test/test-shop.ts'

let server: TestApp
let operator: TestOperator
beforeAll(async () => {
  server = await startTestApp()
  operator = await anOperator(server, 'PROGRAMME')
})
afterAll(() => server.close())

const TICKETS = 3

/** Creates a season that begins in one minute. */
async function aSeasonAtItsStart() {
  const season = await aSeason(server, { startsInDays: 1 })
  server.clock.now = new Date(season.startAt.getTime() - MINUTE_MS)
  return season
}

/** Holds the audit, so that unpublishing has locked the season but is not committed. */
async function whileUnpublishing<Reply>(seasonId: number, act: () => Promise<Reply>) {
  const { db } = server.ctx
  const started: Promise<unknown>[] = []
  await db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from audit_head for update`)
    started.push(operator.call('seasonPlan.unpublish', { params: { seasonId } }))
    await expect.poll(() => waitingSessions(db), { timeout: 15_000 }).toBe(1)
    // The season begins now, while unpublishing was decided before.
    server.clock.advance(MINUTE_MS)
    started.push(act())
    await expect.poll(() => waitingSessions(db), { timeout: 15_000 }).toBe(2)
  })
  const [unpublished, acted] = await Promise.all(started)
  // The replies have the order in which they were started.
  return { unpublished, acted } as { unpublished: { code: number }; acted: Reply }
}

test('a member who joins at the start finds the unpublished season gone', async () => {
  const { seasonId } = await aSeasonAtItsStart()
  const member = await signUpMember(server)
  // The process has read the season before.
  await member.call('season.show', { params: { seasonId } })

  const { unpublished, acted } = await whileUnpublishing(seasonId, () =>
    execute(member, seasonId, TICKETS),
  )

  expect(unpublished.code).toBe(0)
  expect(acted.code).toBe(Code.NOT_FOUND)
  const members = await rowsOf(
    server.ctx.db,
    sql`select 1 from histories where season_id = ${seasonId}`,
  )
  expect(members).toEqual([])
})

test('a purchase at the start finds the unpublished season gone and takes nothing', async () => {
  const { seasonId } = await aSeasonAtItsStart()
  const productId = await aProduct(server, seasonId, { price: 1n })
  const member = await signUpMember(server)
  await give(server, member.userId, 'XP', 10n, `season:${seasonId}`)

  const { unpublished, acted } = await whileUnpublishing(seasonId, () =>
    member.call('product.buy', { params: { seasonId, productId }, body: {} }),
  )

  expect(unpublished.code).toBe(0)
  expect(acted.code).toBe(Code.NOT_FOUND)
  const orders = await rowsOf(
    server.ctx.db,
    sql`select 1 from orders where product_id = ${productId}`,
  )
  expect(orders).toEqual([])
})

test('a season in which a member has bought stays published', async () => {
  const { seasonId } = await aSeasonAtItsStart()
  const productId = await aProduct(server, seasonId, { price: 1n })
  const member = await signUpMember(server)
  await give(server, member.userId, 'XP', 10n, `season:${seasonId}`)
  server.clock.advance(MINUTE_MS)
  await member.call('product.buy', { params: { seasonId, productId }, body: {} })
  // A clock that was set back must not undo a purchase.
  server.clock.advance(-MINUTE_MS)

  const refused = await operator.call('seasonPlan.unpublish', { params: { seasonId } })

  expect(refused).toMatchObject({
    code: Code.INVALID_REQUEST,
    data: { problems: [{ code: 'UNPUBLISH_SOLD' }] },
  })
})
