import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import { checkLedger } from '#/platform/books/ledger-check.ts'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { signUpMember } from '#test/test-member.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'

let server: TestApp
let finance: TestOperator
let auditor: TestOperator
let member: { userId: number }
beforeAll(async () => {
  server = await startTestApp()
  finance = await anOperator(server, 'FINANCE')
  auditor = await anOperator(server, 'AUDITOR')
})
beforeEach(async () => {
  member = await signUpMember(server)
})
afterAll(() => server.close())

async function auditOf(userId: number) {
  const reply = await auditor.call('operator.listAudit', { query: { subject: `member:${userId}` } })
  return reply.data?.list ?? []
}

describe('a balance adjustment', () => {
  const give = { asset: 'XP', amount: '50', reason: 'Lost in the outage' } as const

  function adjust(body: object, key?: string) {
    return finance.call(
      'operator.adjustBalance',
      { params: { userId: member.userId }, body: body as typeof give },
      key === undefined ? {} : { 'idempotency-key': key },
    )
  }

  test('credits and debits through the ledger and is audited', async () => {
    const given = await adjust(give)
    const taken = await adjust({ ...give, amount: '-20' })

    expect(given.data).toMatchObject({ asset: 'XP', scope: '', balance: '50' })
    expect(taken.data).toMatchObject({ balance: '30' })
    expect(await checkLedger(server.ctx.db)).toEqual([])
    const [newest, oldest] = await auditOf(member.userId)
    expect(oldest).toMatchObject({
      actor: `operator:${finance.name}`,
      action: 'member.adjust',
      data: {
        asset: 'XP',
        scope: '',
        amount: '50',
        reason: give.reason,
        transactionId: given.data?.transactionId,
      },
    })
    expect(newest).toMatchObject({
      data: { amount: '-20' },
      before: { balance: '50' },
      after: { balance: '30' },
      reason: give.reason,
    })
  })

  test.each([
    ['XP', Code.XP_INSUFFICIENT],
    ['TICKET', Code.TICKETS_INSUFFICIENT],
    ['SEASON_XP', Code.REWARD_BALANCE_INSUFFICIENT],
    ['CREDIT', Code.REWARD_BALANCE_INSUFFICIENT],
    ['REFERRAL', Code.REWARD_BALANCE_INSUFFICIENT],
  ] as const)('never debits more %s than the balance', async (asset, code) => {
    await adjust({ ...give, asset, amount: '5' })

    const reply = await adjust({ ...give, asset, amount: '-6' })

    expect(reply).toMatchObject({ status: 400, code })
    expect(await auditOf(member.userId)).toHaveLength(1)
    expect((await adjust({ ...give, asset, amount: '-5' })).data?.balance).toBe('0')
  })

  test('has one effect and returns the same response with the same key', async () => {
    const first = await adjust(give, 'one-request')
    const again = await adjust(give, 'one-request')

    expect(again.data).toEqual(first.data)
    expect(await auditOf(member.userId)).toHaveLength(1)
  })

  test('is rejected with 9992 when the same key comes with a different request', async () => {
    await adjust(give, 'one-key')

    const other = await adjust({ ...give, amount: '51' }, 'one-key')
    const elsewhere = await finance.call(
      'operator.adjustBalance',
      { params: { userId: member.userId + 1 }, body: give },
      { 'idempotency-key': 'one-key' },
    )

    expect([other.code, elsewhere.code]).toEqual([Code.INVALID_REQUEST, Code.INVALID_REQUEST])
    expect(await auditOf(member.userId)).toHaveLength(1)
  })

  test('has two effects when two operators use the same key', async () => {
    const colleague = await anOperator(server, 'FINANCE')
    await adjust(give, 'shared')

    const reply = await colleague.call(
      'operator.adjustBalance',
      { params: { userId: member.userId }, body: give },
      { 'idempotency-key': 'shared' },
    )

    expect(reply.data?.balance).toBe('100')
  })

  test('can be repeated with the same key after it was refused', async () => {
    const refused = await adjust({ ...give, amount: '-1' }, 'later')
    await adjust(give)

    const later = await adjust({ ...give, amount: '-1' }, 'later')

    expect(refused.code).toBe(Code.XP_INSUFFICIENT)
    expect(later.data?.balance).toBe('49')
  })

  test.each([
    '0',
    '-0',
    '',
    '1.5',
    '1e3',
    ' 1',
    '0x10',
    'NaN',
    'Infinity',
    '--1',
    '007',
    '1'.repeat(13),
    String(2n ** 256n),
    5,
    null,
  ])('rejects %j as an amount', async (amount) => {
    expect((await adjust({ ...give, amount })).code).toBe(Code.INVALID_REQUEST)
  })

  test.each([
    { ...give, asset: 'GOLD' },
    { ...give, scope: 'season' },
    { ...give, scope: '' },
    { ...give, reason: '' },
    { ...give, member: 1 },
    { ...give, asset: 'REFERRAL', amount: '1'.repeat(31) },
  ])('rejects %j', async (body) => {
    expect((await adjust(body)).code).toBe(Code.INVALID_REQUEST)
  })

  test('stores amounts in the smallest unit of a token exactly', async () => {
    const amount = '123456789012345678901'

    const body = { ...give, asset: 'REWARD', scope: 'season:3', amount } as const
    expect((await adjust(body)).data?.balance).toBe(amount)
  })
})
