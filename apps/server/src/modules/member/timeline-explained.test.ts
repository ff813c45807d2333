import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CallData } from '@solstice/contract/wire'
import { DAY_MS } from '@solstice/rules/duration'
import { maskNickname } from '@solstice/rules/nickname'
import { appendAudit } from '#/platform/books/audit.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { memberWithEverything } from '#test/busy-member.ts'
import type { TestApp } from '#test/test-app.ts'
import { aFriendOf } from '#test/test-invite.ts'
import { signUpMember } from '#test/test-member.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { openTokenShop, type TokenShop } from '#test/token-shop.ts'

let shop: TokenShop
let server: TestApp
let support: TestOperator
let finance: TestOperator
let auditor: TestOperator
beforeAll(async () => {
  shop = await openTokenShop()
  ;({ server } = shop)
  support = await anOperator(server, 'SUPPORT')
  finance = await anOperator(server, 'FINANCE')
  auditor = await anOperator(server, 'AUDITOR')
})
beforeEach(() => server.ctx.db.execute(sql`delete from rate_limits`))
afterAll(() => server.close())

async function timeline(userId: number): Promise<CallData<'member.timeline'>['list']> {
  const query = { size: 100 }
  const { data, code } = await support.call('member.timeline', { params: { userId }, query })
  if (!data) throw new Error(`The timeline was refused with ${code}`)
  return data.list
}

const explain = (userId: number, entryId: string) =>
  support.call('explanation.ofMember', { params: { userId, entryId } })

/** Adds entries whose facts are gone: a deleted push, a replaced payout, an archived posting. */
async function addUnexplained(userId: number): Promise<string[]> {
  const { db, now } = server.ctx
  const weeksAgo = new Date(now().getTime() - 20 * DAY_MS).toISOString()
  const [alert] = await rowsOf<{ id: string }>(
    db,
    sql`insert into alerts (member_id, code, data, created_at)
      values (${userId}, 'REWARD', '{}', ${weeksAgo}) returning id`,
  )
  const [payout] = await rowsOf<{ id: string }>(
    db,
    sql`insert into payouts (purpose, key, member_id, address, symbol, decimals, amount, state,
        created_at)
      values ('CANCEL', ${`cancel-of-${userId}`}, ${userId}, '0x', 'ETH', 18, 0, 'FAILED',
        ${weeksAgo}) returning id`,
  )
  const transactionId = 900_000_000 + userId
  await db.transaction((tx) =>
    appendAudit(tx, {
      at: now(),
      actor: `operator:${finance.name}`,
      action: 'member.adjust',
      subject: `member:${userId}`,
      data: { asset: 'CREDIT', scope: '', amount: '5', transactionId },
    }),
  )
  return [`alert:${alert?.id}`, `payout:${payout?.id}`, `ledger:${transactionId}`]
}

test('every entry that the timeline calls explained is explained, and no other', async () => {
  const { userId } = await memberWithEverything(shop, { support, finance })
  await server.worker.runDue()
  const unexplained = await addUnexplained(userId)

  const entries = await timeline(userId)
  const explained = entries.filter((entry) => entry.explained)
  const codes = new Map<string, number>()
  for (const { entryId } of explained) codes.set(entryId, (await explain(userId, entryId)).code)

  expect(new Set(explained.map(({ source }) => source))).toEqual(
    new Set(['HISTORY', 'LEDGER', 'ORDER', 'REFUND', 'PAYOUT', 'FRIEND', 'ALERT', 'REFUSAL']),
  )
  expect(Array.from(codes).filter(([, code]) => code !== 0)).toEqual([])
  for (const entryId of unexplained) {
    expect(entries.find((entry) => entry.entryId === entryId)).toMatchObject({ explained: false })
  }
})

test("acts of operators on a member's payouts and refunds are listed with their names", async () => {
  const { userId } = await memberWithEverything(shop, { support, finance })
  const other = await signUpMember(server)
  const idOf = (entries: Awaited<ReturnType<typeof timeline>>, source: string) =>
    Number(entries.find((entry) => entry.source === source)?.entryId.split(':')[1])
  const before = await timeline(userId)
  const payoutId = idOf(before, 'PAYOUT')
  // As a cancelled payout is recorded; this one belongs to no round that could take it back.
  await server.ctx.db.transaction((tx) =>
    appendAudit(tx, {
      at: server.clock.now,
      actor: `operator:${finance.name}`,
      action: 'payout.cancel',
      subject: `payout:${payoutId}`,
      data: { userId, reason: 'Wrong way' },
    }),
  )
  const decided = await finance.call('refund.decide', {
    params: { refundId: idOf(before, 'REFUND') },
    body: { approve: false, note: 'Reviewed the case' },
  })

  const acts = (await timeline(userId)).filter(({ kind }) =>
    ['payout.cancel', 'refund.decide'].includes(kind),
  )

  expect(decided.code).toBe(0)
  expect(acts.map(({ kind, operator, group }) => [kind, operator, group])).toEqual([
    ['refund.decide', finance.name, 'OPERATORS'],
    ['payout.cancel', finance.name, 'OPERATORS'],
  ])
  const theirs = await timeline(other.userId)
  expect(theirs.filter(({ source }) => source === 'OPERATOR')).toEqual([])
})

test('a friend is masked, and whoever opens the reason is recorded as a reader of the friend', async () => {
  const member = await signUpMember(server)
  const friend = await aFriendOf(server, member)
  const { data: me } = await friend.call('users.me', {})
  const nickname = me?.nickname ?? ''
  const reads = async () => {
    const query = { userId: friend.userId }
    const { data } = await auditor.call('operator.listReads', { query })
    return data?.list.map(({ operator, call }) => [operator, call])
  }

  const entries = await timeline(member.userId)
  const entry = entries.find(({ source }) => source === 'FRIEND')
  const afterTimeline = await reads()
  const { data } = await explain(member.userId, entry?.entryId ?? '')

  expect(entry?.name).toBe(maskNickname(nickname))
  expect(JSON.stringify(entries)).not.toContain(nickname)
  expect(afterTimeline).toEqual([])
  expect(data?.hiddenInputs).toMatchObject({ friendId: friend.userId })
  expect(await reads()).toEqual([[support.name, 'explanation.ofMember']])
})
