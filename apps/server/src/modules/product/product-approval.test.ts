import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CallInput } from '@solstice/contract/wire'
import { DAY_MS } from '@solstice/rules/duration'
import { programmeDayOf, startOfDay } from '@solstice/rules/programme-day'
import { demoSeason, THEMES } from '#/demo/season-plan.ts'
import { draftSeason } from '#/modules/season/publication.service.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { anApprover, approvalIdOf, type TestApprover } from '#test/test-approval.ts'
import { aProduct, anXpPack } from '#test/test-shop.ts'
import { aSeason, publishDraft } from '#test/test-season.ts'
import { chainOf } from '#test/test-wallet.ts'

let server: TestApp
let programme: TestApprover
let finance: TestApprover
let owner: TestApprover
let running: number
let draft: number
beforeAll(async () => {
  server = await startTestApp({ withChains: true, withApprovals: true })
  programme = await anApprover(server, 'PROGRAMME')
  finance = await anApprover(server, 'FINANCE')
  owner = await anApprover(server)
  ;({ seasonId: running } = await aSeason(server))
})
beforeEach(async () => {
  draft = await aDraft()
})
afterAll(() => server.close())

let drafts = 0

async function aDraft(): Promise<number> {
  const { ctx } = server
  const inDays = 40 * (drafts += 1)
  const startAt = new Date(startOfDay(programmeDayOf(ctx.now())).getTime() + inDays * DAY_MS)
  return draftSeason(ctx.db, ctx, demoSeason(THEMES[0], startAt))
}

type Offer = Omit<CallInput<'product.add'>['body'], 'name' | 'description' | 'reason'>

const add = async (seasonId: number, offer: Offer) => {
  const texts = { en: 'Offer', ko: '상품' }
  const body = { name: texts, description: texts, ...offer }
  return (await programme.call('product.add', { params: { seasonId }, body })).code
}

const change = async (
  productId: number,
  body: Omit<CallInput<'product.change'>['body'], 'reason'>,
) => (await programme.call('product.change', { params: { productId }, body })).code

describe('a product that PROGRAMME adds', () => {
  test.each<[what: string, offer: Offer, code: number]>([
    ['12 tickets for 1,000 XP', { payType: 'XP', price: '1000', givesTickets: 12 }, 0],
    ['13 tickets for 1,000 XP', { payType: 'XP', price: '1000', givesTickets: 13 }, 2912],
    ['a million tickets for 1 XP', { payType: 'XP', price: '1', givesTickets: 1_000_000 }, 2912],
    ['80 XP for a ticket', { payType: 'TICKET', price: '1', givesXp: 80 }, 0],
    ['81 XP for a ticket', { payType: 'TICKET', price: '1', givesXp: 81 }, 2912],
  ])('with %s is judged alike in a draft and a running season', async (_what, offer, code) => {
    expect([await add(draft, offer), await add(running, offer)]).toEqual([code, code])
  })

  test('for a token waits by what it gives in a draft, and always in a running season', async () => {
    const contract = chainOf(server).network.token.address
    const sold = { payType: 'TOKEN', price: '5', chainId: 31_337, contract } as const

    expect(await add(draft, { ...sold, givesXp: 500 })).toBe(0)
    expect(await add(draft, { ...sold, givesXp: 501 })).toBe(2912)
    expect(await add(draft, { ...sold, givesTickets: 5 })).toBe(0)
    expect(await add(draft, { ...sold, givesTickets: 6 })).toBe(2912)
    expect(await add(draft, { ...sold, givesXp: 500, givesTickets: 1 })).toBe(2912)
    expect(await add(running, { ...sold, givesXp: 1 })).toBe(2912)
  })
})

describe('a product that PROGRAMME changes', () => {
  test('waits if it gives too much, unless less of it is sold', async () => {
    const offer = { price: 1n, givesTickets: 1_000, stock: 10, perMember: 1, onSale: true }
    const productId = await aProduct(server, running, offer)

    expect(await change(productId, { stock: 11 })).toBe(2912)
    expect(await change(productId, { perUserLimit: 2 })).toBe(2912)
    expect(await change(productId, { perUserLimit: null })).toBe(2912)
    expect(await change(productId, { stock: 9 })).toBe(0)
    expect(await change(productId, { onSale: false })).toBe(0)
    expect(await change(productId, { onSale: true })).toBe(2912)
  })

  test('adds the approved units to the stock that is left then', async () => {
    const offer = { price: 1n, givesTickets: 1_000, stock: 10, onSale: true }
    const productId = await aProduct(server, running, offer)
    const proposed = await programme.call('product.change', {
      params: { productId },
      body: { stockChange: 5 },
    })
    const approvalId = approvalIdOf(proposed)
    const shown = await owner.call('approval.show', { params: { approvalId } })
    const sold = await change(productId, { stockChange: -3 })
    const approved = await owner.approve(approvalId)
    const { data } = await programme.call('product.details', { params: { productId } })

    expect(shown.data?.changes).toEqual([{ field: 'stockChange', before: null, after: 5 }])
    expect([sold, approved.code, data?.stock]).toEqual([0, 0, 12])
  })

  test('waits in a draft as well, and a fair one does not', async () => {
    const cheap = await anXpPack(server, draft, { givesXp: 501, stock: 1 })
    const fair = await anXpPack(server, draft, { stock: 1 })
    const forXp = await aProduct(server, running, { price: 250n, stock: 1 })

    expect(await change(cheap, { stock: 2 })).toBe(2912)
    expect(await change(fair, { stock: 2 })).toBe(0)
    expect(await change(forXp, { stock: 2 })).toBe(0)
  })
})

describe('publishing a season', () => {
  const publish = async () => approvalIdOf(await publishDraft(server, programme, draft))

  test.each<[what: string, edit: (productId: number) => Promise<number>]>([
    ['more stock', (productId) => change(productId, { stock: 1_000_000 })],
    ['a product taken off sale', (productId) => change(productId, { onSale: false })],
    ['another product', () => add(draft, { payType: 'XP', price: '1000', givesTickets: 1 })],
  ])('is outdated by %s', async (_what, edit) => {
    const productId = await aProduct(server, draft, { price: 250n, stock: 10 })
    const approvalId = await publish()
    const shown = await finance.call('approval.show', { params: { approvalId } })
    const edited = await edit(productId)
    const approved = await finance.approve(approvalId)
    const again = await finance.approve(await publish())

    expect(shown.data?.sentence.values).toMatchObject({ products: 1 })
    expect([edited, approved.code, again.code]).toEqual([0, 2913, 0])
  })
})
