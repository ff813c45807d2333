import { afterAll, beforeAll, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { checkAudit } from '#/platform/books/audit-check.ts'
import { checkLedger } from '#/platform/books/ledger-check.ts'
import { addPasskey, aPerson } from '#test/test-console.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { signUpMember } from '#test/test-member.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { waitingSessions } from '#test/waiting-sessions.ts'
import { operatorSessions } from './operator-identity.table.ts'

let server: TestApp
let owner: TestOperator
beforeAll(async () => {
  server = await startTestApp()
  owner = await anOperator(server)
})
afterAll(() => server.close())

const times = <Item>(count: number, make: (at: number) => Promise<Item>) =>
  Promise.all(Array.from({ length: count }, (_, at) => make(at)))

async function auditCount(subject?: string): Promise<number> {
  const query = subject === undefined ? { size: 1 } : { subject, size: 1 }
  return (await owner.call('operator.listAudit', { query })).data?.totalCount ?? 0
}

function adjust(userId: number, amount: string, key?: string) {
  const body = { asset: 'XP', amount, reason: 'Race' } as const
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
  return owner.call('operator.adjustBalance', { params: { userId }, body }, headers)
}

test('keeps an unbroken audit chain under fifty concurrent operator writes', async () => {
  const before = await auditCount()
  const members = await times(5, () => signUpMember(server))

  const codes = await times(50, async (at) => {
    const body = { name: `racer-${at}`, role: 'AUDITOR' } as const
    const reply = await (at % 2 === 0
      ? adjust(members[at % 5]?.userId ?? 0, '1')
      : owner.call('operator.addOperator', { body }))
    return reply.code
  })

  expect(new Set(codes)).toEqual(new Set([0]))
  const verdict = await checkAudit(server.ctx.db)
  expect(verdict).toMatchObject({ ok: true, count: before + 50 })
})

test('applies a hundred identical adjustments with one key once', async () => {
  const { userId } = await signUpMember(server)

  const replies = await times(100, () => adjust(userId, '7', 'one-request'))

  expect(new Set(replies.map(({ code }) => code))).toEqual(new Set([0]))
  expect(new Set(replies.map(({ data }) => data?.transactionId)).size).toBe(1)
  const shown = await owner.call('operator.showMember', { params: { userId } })
  expect(shown.data?.balances).toEqual([{ asset: 'XP', scope: '', balance: '7' }])
  expect(await auditCount(`member:${userId}`)).toBe(1)
})

test('debits the same unit once under a hundred concurrent debits', async () => {
  const { userId } = await signUpMember(server)
  await adjust(userId, '1')

  const replies = await times(100, () => adjust(userId, '-1'))

  expect(replies.filter(({ code }) => code === 0)).toHaveLength(1)
  expect(replies.filter(({ code }) => code === Code.XP_INSUFFICIENT)).toHaveLength(99)
  const shown = await owner.call('operator.showMember', { params: { userId } })
  expect(shown.data?.balances).toEqual([{ asset: 'XP', scope: '', balance: '0' }])
  expect(await auditCount(`member:${userId}`)).toBe(2)
  expect(await checkLedger(server.ctx.db)).toEqual([])
})

test('audits twenty concurrent suspensions of a member once', async () => {
  const { userId } = await signUpMember(server)
  const suspend = () =>
    owner.call('operator.suspendMember', { params: { userId }, body: { reason: 'Race' } })

  const replies = await times(20, suspend)

  expect(new Set(replies.map(({ code }) => code))).toEqual(new Set([0]))
  expect(await auditCount(`member:${userId}`)).toBe(1)
})

test('leaves one owner when two owners disable each other concurrently', async () => {
  const alone = await startTestApp()
  const first = await anOperator(alone)
  const second = await anOperator(alone)

  const disable = (by: TestOperator, target: TestOperator) =>
    by.call('operator.disableOperator', { params: { operatorId: target.operatorId } })
  await Promise.all([disable(first, second), disable(second, first)])

  const alive = await Promise.all([first, second].map((each) => each.call('operator.me', {})))
  expect(alive.map(({ status }) => String(status)).toSorted()).toEqual(['200', '403'])
  expect(await checkAudit(alone.ctx.db)).toMatchObject({ ok: true, count: 3 })
  await alone.close()
})

test('accepts one of two concurrent confirmations with the same challenge', async () => {
  const { db } = server.ctx
  const person = await aPerson(server)
  const passkey = await addPasskey(person)
  const { data } = await person.call('operatorAuth.stepUpOptions', {})
  // Synchronised passkeys do not count their signatures.
  const sign = () => passkey.sign({ challenge: data?.passkey?.challenge ?? '' }, { counter: 0 })
  const { sending } = await db.transaction(async (tx) => {
    await tx.select().from(operatorSessions).for('update')
    const sent = [sign(), sign()].map((each) =>
      person.call('operatorAuth.stepUp', { body: { passkey: each } }),
    )
    await expect.poll(() => waitingSessions(db), { timeout: 30_000 }).toBe(2)
    return { sending: Promise.all(sent) }
  })
  const codes = (await sending).map(({ code }) => code)

  expect(codes.toSorted((a, b) => a - b)).toEqual([Code.SUCCESS, Code.CREDENTIALS_INVALID])
})

test('verifies the audit log while entries are being appended', async () => {
  const { userId } = await signUpMember(server)

  const [verdicts] = await Promise.all([
    times(10, () => checkAudit(server.ctx.db)),
    times(30, () => adjust(userId, '1')),
  ])

  expect(verdicts.map(({ ok }) => ok)).toEqual(Array.from({ length: 10 }, () => true))
})
