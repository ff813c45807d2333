import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { signUpMember } from '#test/test-member.ts'
import { aSeason } from '#test/test-season.ts'
import { aForeignPayment, aProduct, give } from '#test/test-shop.ts'

const REFUNDS = 6
const AGENTS = 8

let server: TestApp
const agents: TestOperator[] = []
beforeAll(async () => {
  server = await startTestApp()
  for (let at = 0; at < AGENTS; at += 1) agents.push(await anOperator(server, 'SUPPORT'))
})
afterAll(() => server.close())

async function requests(): Promise<number[]> {
  const { seasonId } = await aSeason(server)
  const member = await signUpMember(server)
  await give(server, member.userId, 'XP', 10_000n, `season:${seasonId}`)
  const productId = await aProduct(server, seasonId)
  for (let at = 0; at < REFUNDS; at += 1) {
    const params = { seasonId, productId }
    const { data } = await member.call('product.buy', { params, body: {} })
    await member.call('refund.request', {
      params: { seasonId, historyId: data?.historyId ?? 0 },
      body: { type: 'OTHER', reason: 'Race' },
    })
  }
  const query = { userId: member.userId }
  const reply = await agents[0]?.call('refund.queue', { query })
  return reply?.data?.list.map(({ refundId }) => refundId) ?? []
}

test('eight agents who claim and decide the same refunds at once get one holder and one decision each', async () => {
  const ids = await requests()

  for (const refundId of ids) {
    const params = { refundId }
    const claims = await Promise.all(agents.map((agent) => agent.call('refund.claim', { params })))
    const holders = claims.flatMap(({ data }) => data?.claimedBy ?? [])
    const decisions = await Promise.all(
      agents.map((agent) =>
        agent.call('refund.decide', { params, body: { approve: true, note: 'Granted' } }),
      ),
    )

    expect(claims.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([
      0,
      ...refused(2930),
    ])
    expect(holders.length).toBeGreaterThanOrEqual(1)
    // The holder decides; the others are kept out by the claim or come too late.
    const codes = decisions.map(({ code }) => code)
    expect(codes.filter((code) => code === 0)).toHaveLength(1)
    expect(codes[claims.findIndex(({ code }) => code === 0)]).toBe(0)
    expect(codes.every((code) => [0, 2930, 2405].includes(code))).toBe(true)
  }
  expect(ids).toHaveLength(REFUNDS)
})

test('agents who match a payment to different members at once open one refund', async () => {
  const codes: number[][] = []
  for (let round = 0; round < 5; round += 1) {
    const paymentId = await aForeignPayment(server.ctx.db, server.clock.now)
    const members = [await signUpMember(server), await signUpMember(server)]
    const replies = await Promise.all(
      agents.slice(0, 2).map((agent, at) =>
        agent.call('refund.openForPayment', {
          params: { paymentId },
          body: { userId: members[at]?.userId ?? 0, reason: 'Asked about it' },
        }),
      ),
    )
    codes.push(replies.map(({ code }) => code).toSorted((one, other) => one - other))
  }

  expect(codes).toEqual(Array.from({ length: 5 }, () => [0, 2931]))
})

test('agents who match a payment again at once after its refund was declined open one refund', async () => {
  const codes: number[][] = []
  for (let round = 0; round < 5; round += 1) {
    const paymentId = await aForeignPayment(server.ctx.db, server.clock.now)
    const [first, ...others] = agents.slice(0, 4)
    const open = async (agent: TestOperator) => {
      const { userId } = await signUpMember(server)
      return () =>
        agent.call('refund.openForPayment', {
          params: { paymentId },
          body: { userId, reason: 'Asked about it' },
        })
    }
    const mistaken = first && (await (await open(first))())
    await first?.call('refund.decide', {
      params: { refundId: mistaken?.data?.refundId ?? 0 },
      body: { approve: false, note: 'Not yours' },
    })
    const opens = []
    for (const agent of others) opens.push(await open(agent))
    const replies = await Promise.all(opens.map((each) => each()))
    codes.push(replies.map(({ code }) => code).toSorted((one, other) => one - other))
  }

  expect(codes).toEqual(Array.from({ length: 5 }, () => [0, 2931, 2931]))
})

const refused = (code: number) => Array.from({ length: AGENTS - 1 }, () => code)
