import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { DAY_MS } from '@solstice/rules/duration'
import { programmeDayOf, startOfDay } from '@solstice/rules/programme-day'
import { demoSeason, THEMES } from '#/demo/season-plan.ts'
import { lockSeason, markPublished } from '#/modules/season/plan.queries.ts'
import { draftSeason } from '#/modules/season/publication.service.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { anApprover, type TestApprover } from '#test/test-approval.ts'
import { anXpPack } from '#test/test-shop.ts'
import { chainOf } from '#test/test-wallet.ts'
import { waitingSessions } from '#test/waiting-sessions.ts'
import { products } from './product.table.ts'

let server: TestApp
let programme: TestApprover
beforeAll(async () => {
  server = await startTestApp({ withChains: true, withApprovals: true })
  programme = await anApprover(server, 'PROGRAMME')
  await anApprover(server)
})
afterAll(() => server.close())

async function aDraft(inDays: number): Promise<number> {
  const { ctx } = server
  const startAt = new Date(startOfDay(programmeDayOf(ctx.now())).getTime() + inDays * DAY_MS)
  return draftSeason(ctx.db, ctx, demoSeason(THEMES[0], startAt))
}

/** Makes a call while a transaction that publishes the season has not committed yet. */
async function whilePublishing<Result>(
  seasonId: number,
  send: () => Promise<Result>,
): Promise<Result> {
  const { db, now } = server.ctx
  const sent = await db.transaction(async (tx) => {
    await lockSeason(tx, seasonId)
    await markPublished(tx, seasonId, now())
    const sending = send()
    await expect.poll(() => waitingSessions(db), { timeout: 30_000 }).toBe(1)
    return { sending }
  })
  return sent.sending
}

test('a product for a token that arrives while the season is published waits', async () => {
  const seasonId = await aDraft(40)
  const texts = { en: 'Offer', ko: '상품' }
  const contract = chainOf(server).network.token.address
  const sold = { payType: 'TOKEN', price: '5', chainId: 31_337, contract, givesXp: 500 } as const
  const { code } = await whilePublishing(seasonId, () =>
    programme.call('product.add', {
      params: { seasonId },
      body: { name: texts, description: texts, ...sold },
    }),
  )

  expect(code).toBe(2912)
  const { data } = await programme.call('product.listAll', { params: { seasonId } })
  expect(data?.list).toEqual([])
})

test('more stock that arrives while the season is published waits', async () => {
  const seasonId = await aDraft(80)
  const productId = await anXpPack(server, seasonId, { stock: 1 })
  const { code } = await whilePublishing(seasonId, () =>
    programme.call('product.change', { params: { productId }, body: { stock: 2 } }),
  )

  expect(code).toBe(2912)
})

test('a change that meets the removal of the season’s products waits without a deadlock', async () => {
  const { db } = server.ctx
  const seasonId = await aDraft(120)
  const productId = await anXpPack(server, seasonId, { stock: 1 })
  const sent = await db.transaction(async (tx) => {
    await lockSeason(tx, seasonId)
    const changing = programme.call('product.change', { params: { productId }, body: { stock: 2 } })
    await expect.poll(() => waitingSessions(db), { timeout: 30_000 }).toBe(1)
    await tx.delete(products).where(eq(products.id, productId))
    return { changing }
  })

  expect((await sent.changing).code).toBe(Code.NOT_FOUND)
})
