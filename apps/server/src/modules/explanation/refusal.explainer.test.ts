import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { memberRefusals } from '#/platform/books/refusals.table.ts'
import { settleRefusals } from '#/platform/books/refusals.ts'
import { aRefusedPlace, causeRefusals, ruleOf, type RefusedPlaces } from '#test/refused-calls.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { startWithdrawalApp, type WithdrawalApp } from '#test/withdrawal-app.ts'

let app: WithdrawalApp
let support: TestOperator
let places: RefusedPlaces
beforeAll(async () => {
  app = await startWithdrawalApp()
  support = await anOperator(app.server, 'SUPPORT')
  await app.reset()
  places = await aRefusedPlace(app)
})
afterAll(() => app.server.close())
beforeEach(() => app.reset())

const MEMBERS = 6

test('200 refusals of many kinds are explained with the code, reason and rule of the reply', async () => {
  const { server } = app
  const { ctx } = server
  const received = []
  const members = new Map<number, Awaited<ReturnType<WithdrawalApp['aMember']>>>()
  for (let made = 0; made < MEMBERS; made += 1) {
    const member = await app.aMember()
    members.set(member.userId, member)
    received.push(...(await causeRefusals(app, member, places)))
  }
  await settleRefusals(ctx)

  const rows = await ctx.db.select().from(memberRefusals)
  const kinds = new Set(received.map(({ code, reason }) => `${code} ${reason}`))
  expect(received.length).toBeGreaterThanOrEqual(200)
  expect(kinds.size).toBeGreaterThanOrEqual(25)
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(received.length)
  const untraced = rows.filter(({ trace }) => trace === null)
  expect(new Set(untraced.map(({ code }) => code))).toEqual(
    new Set([
      Code.XP_INSUFFICIENT,
      Code.TICKETS_INSUFFICIENT,
      Code.PRODUCT_UNAVAILABLE,
      Code.REFUND_NOT_ALLOWED,
      Code.TOO_MANY_REQUESTS,
    ]),
  )
  for (const refusal of received) {
    const row = rows.find(
      (each) =>
        each.memberId === refusal.memberId &&
        each.call === refusal.call &&
        each.code === refusal.code &&
        (each.reason === '' ? null : each.reason) === refusal.reason &&
        (each.code === Code.TOO_MANY_REQUESTS ||
          ((each.subject['seasonId'] ?? null) === refusal.seasonId &&
            (each.subject['missionId'] ?? null) === refusal.missionId)),
    )
    const params = { userId: refusal.memberId, entryId: `refusal:${row?.id}` }
    const { data } = await support.call('explanation.ofMember', { params })
    const { code, reason, call } = refusal
    const [rule, outcome] = ruleOf(refusal, places)

    expect(data).toMatchObject({ rule, outcome, refusal: { code, reason, call } })
    expect(data?.replayed).toBe(row?.trace ? true : null)
    const own = await members.get(refusal.memberId)?.call('explanation.mine', {
      params: { entryId: params.entryId },
    })
    expect(data).toMatchObject(own?.data ?? {})
    expect(own?.code).toBe(0)
  }
})

test('a refusal of another member is not explained', async () => {
  const [member, other] = [await app.aMember(), await app.aMember()]
  const params = { seasonId: places.seasonId, missionId: 4 }
  await member.call('mission.execute', { params, body: {} })
  await settleRefusals(app.server.ctx)
  const rows = await app.server.ctx.db.select().from(memberRefusals)
  const row = rows.find(({ memberId }) => memberId === member.userId)
  const entryId = `refusal:${row?.id}`

  const foreign = await other.call('explanation.mine', { params: { entryId } })
  const mine = await member.call('explanation.mine', { params: { entryId } })

  expect(foreign.code).toBe(Code.NOT_FOUND)
  expect(mine.data).toMatchObject({ rule: 'mission', outcome: 'NOT_EXECUTABLE' })
})
