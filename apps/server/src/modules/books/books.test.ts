import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Code } from '@solstice/contract/codes'
import type { CallData } from '@solstice/contract/wire'
import { DAY_MS, HOUR_MS } from '@solstice/rules/duration'
import { insertMember } from '#test/insert-members.ts'
import { aFriendOf, claim, giveReferralBalance } from '#test/test-invite.ts'
import { logInAgain } from '#test/test-member.ts'
import { execute, LINK_MISSION } from '#test/test-mission.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { settleRound } from '#test/test-season.ts'
import { aPayer, aProduct, give, type Payer } from '#test/test-shop.ts'
import { setStableCaps, advanceChains } from '#test/test-treasury.ts'
import { openTokenShop, stepsIn, type TokenShop } from '#test/token-shop.ts'
import { statementLog } from '#test/statement-log.ts'
import { endPauses } from '#test/test-wallet.ts'
import { withdraw } from '#test/withdrawal-app.ts'
import { loadProgramme } from '#/modules/season/programme.service.ts'
import { rowsOf } from '#/platform/process/db.ts'
import { aggregateAllBooks } from '#test/test-books.ts'
import { aggregateBooks } from './aggregation.service.ts'

let shop: TokenShop
let finance: TestOperator
let auditor: TestOperator
const { packBought, requestRefund } = stepsIn(() => shop)

beforeAll(async () => {
  shop = await openTokenShop()
  await setStableCaps(shop.server, { perDay: '10000' })
  finance = await anOperator(shop.server, 'FINANCE')
  auditor = await anOperator(shop.server, 'AUDITOR')
})
afterAll(() => shop.server.close())

const db = () => shop.server.ctx.db

type Statement = CallData<'ledger.statement'>

async function statementOf(month?: string): Promise<Statement> {
  const query = month === undefined ? {} : { month }
  const { data, code } = await auditor.call('ledger.statement', { query })
  if (!data) throw new Error(`The statement was refused with ${code}`)
  return data
}

/** Recomputes the movements of a month from the entries, in the smallest unit. */
function movementsInLedger(month: string) {
  return rowsOf<Record<string, string>>(
    db(),
    sql`select a.asset, a.scope, coalesce(a.system_name, 'MEMBERS') as account, t.kind,
        coalesce(sum(e.amount) filter (where e.amount > 0), 0)::text as credited,
        coalesce(-sum(e.amount) filter (where e.amount < 0), 0)::text as debited,
        count(distinct t.id)::text as postings
      from ledger_entries e
      join ledger_transactions t on t.id = e.transaction_id
      join ledger_accounts a on a.id = e.account_id
      where to_char((t.created_at at time zone 'UTC') + interval '4 hours', 'YYYY-MM') = ${month}
      group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
  )
}

/** Recomputes the balances before a month from the entries. */
function balancesInLedger(before: string) {
  return rowsOf<Record<string, string>>(
    db(),
    sql`select a.asset, a.scope, coalesce(a.system_name, 'MEMBERS') as account,
        sum(e.amount)::text as balance
      from ledger_entries e
      join ledger_transactions t on t.id = e.transaction_id
      join ledger_accounts a on a.id = e.account_id
      where to_char((t.created_at at time zone 'UTC') + interval '4 hours', 'YYYY-MM') < ${before}
      group by 1, 2, 3 having sum(e.amount) <> 0 order by 1, 2, 3`,
  )
}

const DECIMALS: Readonly<Record<string, number>> = { USDS: 6 }

/** Converts an amount of a reply into the smallest unit, as the ledger stores it. */
function units(text: string, symbol: string): string {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(DECIMALS[symbol] ?? 0, '0')).toString()
}

const flat = ({ groups }: Statement) =>
  groups.flatMap(({ asset, scope, symbol, accounts }) =>
    accounts.map((account) => ({ asset, scope, symbol, ...account })),
  )

const movementsOf = (statement: Statement) =>
  flat(statement).flatMap(({ asset, scope, account, symbol, movements }) =>
    movements.map(({ kind, credited, debited, postings }) => ({
      asset,
      scope,
      account,
      kind,
      credited: units(credited, symbol),
      debited: units(debited, symbol),
      postings: String(postings),
    })),
  )

const balancesOf = (statement: Statement, side: 'opening' | 'closing') =>
  flat(statement)
    .map(({ asset, scope, account, symbol, ...row }) => ({
      asset,
      scope,
      account,
      balance: units(row[side], symbol),
    }))
    .filter(({ balance }) => balance !== '0')

/** A small generator, so that a failed run can be repeated. */
function generator(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

async function liveThroughDay(
  payers: readonly Payer[],
  {
    random,
    productId,
    seasonId,
  }: { random: (below: number) => number; productId: number; seasonId: number },
): Promise<void> {
  for (const payer of payers) {
    await logInAgain(payer)
    await execute(payer, seasonId, 1)
    await execute(payer, seasonId, 3)
    for (let spins = random(3); spins > 0; spins -= 1) {
      await execute(payer, seasonId, 2, { clientSeed: `seed${random(1000)}` })
    }
    if (random(2) === 0) {
      const params = { seasonId, productId }
      const bought = await payer.call('product.buy', { params, body: {} })
      if (bought.data && random(2) === 0) {
        await requestRefund(payer, bought.data, { type: 'CHANGE_OF_MIND' })
      }
    }
    if (random(3) === 0) {
      await finance.call('operator.adjustBalance', {
        params: { userId: payer.userId },
        body: { asset: 'CREDIT', amount: String(1 + random(20)) },
      })
    }
    if (random(3) === 0) await aggregateBooks(shop.server.ctx, 1 + random(9))
  }
}

/** Lets a member claim for a friend, earn by a mission and withdraw, whatever luck the others have. */
async function otherPostings(member: Payer): Promise<void> {
  const { server, seasonId } = shop
  await logInAgain(member)
  await aFriendOf(server, member)
  const params = { seasonId, missionId: LINK_MISSION }
  await member.call('mission.open', { params })
  server.clock.advance(20_000)
  const claimed = await claim(member, 'FIRST_INVITE', seasonId)
  const earned = await execute(member, seasonId, LINK_MISSION)
  await giveReferralBalance(server, member.userId, '50')
  await endPauses(server, member.userId)
  const withdrawn = await withdraw(member, '20')
  expect([claimed.code, earned.code, withdrawn.code]).toEqual([0, 0, 0])
}

/** Days of the season of the shop, around the end of June. */
const DAYS = [0, 1, 6, 7, 8, 9]

describe('the statements of two simulated months', () => {
  beforeAll(async () => {
    const { server, seasonId } = shop
    const random = generator(27)
    const productId = await aProduct(server, seasonId, { price: 60n })
    const payers = [await aPayer(server), await aPayer(server), await aPayer(server)]
    const first = server.clock.now
    for (const day of DAYS) {
      server.clock.now = new Date(first.getTime() + day * DAY_MS)
      await liveThroughDay(payers, { random, productId, seasonId })
      if (day === 1) {
        const { payer, bought } = await packBought()
        await requestRefund(payer, bought, { type: 'CHANGE_OF_MIND' })
        await advanceChains(server)
        await otherPostings(payer)
      }
    }
    const { rounds } = await loadProgramme(server.ctx, seasonId)
    const [{ roundId, endAt } = { roundId: 0, endAt: first }] = rounds
    server.clock.now = new Date(Math.max(endAt.getTime() + HOUR_MS, server.clock.now.getTime()))
    await settleRound(server.ctx, roundId)
    await advanceChains(server, 8)
    await aggregateAllBooks(server.ctx)
  })

  test.each(['2026-06', '2026-07'])(
    'equal the ledger recomputed from entries in %s',
    async (month) => {
      const statement = await statementOf(month)

      expect(movementsOf(statement)).toEqual(await movementsInLedger(month))
      expect(balancesOf(statement, 'opening')).toEqual(await balancesInLedger(month))
      const next = month === '2026-06' ? '2026-07' : '2026-08'
      expect(balancesOf(statement, 'closing')).toEqual(await balancesInLedger(next))
      expect(statement.groups.every(({ isBalanced }) => isBalanced)).toBe(true)
    },
  )

  test('contain many kinds of postings, so that their equality says something', async () => {
    const both = [await statementOf('2026-06'), await statementOf('2026-07')]
    const kinds = new Set(both.flatMap(movementsOf).map(({ kind }) => kind))

    expect([...kinds].toSorted()).toEqual([
      'ADJUSTMENT',
      'CHECK_IN',
      'INVITE',
      'MISSION',
      'OPERATOR_ADJUSTMENT',
      'PRODUCT',
      'REFUND',
      'ROUND_REWARD',
      'ROUND_REWARD_PAID',
      'SPIN',
      'TICKET_CLAIM',
      'WITHDRAWAL',
    ])
  })

  test('are of programme months, and the first one is closed and the second is not', async () => {
    const [june, july] = [await statementOf('2026-06'), await statementOf()]

    expect([june.startAt, june.endAt]).toEqual([
      '2026-05-31T20:00:00.000Z',
      '2026-06-30T20:00:00.000Z',
    ])
    expect([june.closedAt !== null, july.month, july.closedAt]).toEqual([true, '2026-07', null])
    expect(july.months).toEqual(['2026-07', '2026-06'])
    const earlier = await statementOf('2026-05')
    expect([earlier.closedAt, earlier.groups]).toEqual([june.closedAt, []])
    const unknown = await auditor.call('ledger.statement', { query: { month: '2031-01' } })
    expect(unknown.code).toBe(Code.NOT_FOUND)
  })

  test.each([
    ['0000-05', Code.INVALID_REQUEST],
    ['0001-01', Code.INVALID_REQUEST],
    ['1999-12', Code.INVALID_REQUEST],
    ['2000-01', Code.SUCCESS],
    ['2999-12', Code.NOT_FOUND],
    ['9999-12', Code.INVALID_REQUEST],
  ])('of month %s are answered with code %i', async (month, code) => {
    expect((await auditor.call('ledger.statement', { query: { month } })).code).toBe(code)
  })

  test('the trial balance sums to zero and equals the entries as of its transaction', async () => {
    const { data } = await finance.call('ledger.balances', {})

    const shown = data?.groups.flatMap(({ asset, scope, symbol, accounts }) =>
      accounts.map(({ account, balance }) => ({
        asset,
        scope,
        account,
        balance: units(balance, symbol),
      })),
    )
    expect(shown?.filter(({ balance }) => balance !== '0')).toEqual(await balancesInLedger('9999'))
    expect(data?.groups.every(({ sum, isBalanced }) => sum === '0' && isBalanced)).toBe(true)
    expect(data?.ledgerTransaction).toBe(data?.newestTransaction)
  })

  test('the trial balance and a statement read no entries of the ledger', async () => {
    const log = vi.spyOn(statementLog, 'logQuery')
    await finance.call('ledger.balances', {})
    await statementOf('2026-06')
    const statements = log.mock.calls.map(([statement]) => statement)
    log.mockRestore()

    expect(statements.length).toBeGreaterThan(4)
    expect(statements.filter((text) => text.includes('ledger_entries'))).toEqual([])
  })

  test('a balance of the system leads to its transactions, and these to what caused them', async () => {
    const { seasonId } = shop
    const query = { asset: 'XP', scope: `season:${seasonId}`, account: 'SHOP' } as const
    const { data: list } = await auditor.call('ledger.transactions', { query })
    const bought = list?.list.find(({ kind }) => kind === 'PRODUCT')
    const before = String(list?.list[0]?.transactionId)
    const { data: older } = await auditor.call('ledger.transactions', {
      query: { ...query, before: Number(before) },
    })
    const { data } = await auditor.call('ledger.transaction', {
      params: { transactionId: bought?.transactionId ?? 0 },
    })

    expect(older?.list).toEqual(list?.list.slice(1))
    expect(data?.entries.reduce((sum, { amount }) => sum + BigInt(amount), 0n)).toBe(0n)
    const userId = data?.entries.find((entry) => entry.userId !== null)?.userId
    const orderId = /^order:(\d+)$/.exec(data?.key ?? '')?.[1]
    const links = (data?.links ?? []).map(({ kind, id }) => `${kind} ${id}`)
    expect(links).toEqual(
      expect.arrayContaining([`MEMBER ${userId}`, `SEASON ${seasonId}`, `ORDER ${orderId}`]),
    )
    const unknown = await auditor.call('ledger.transaction', {
      params: { transactionId: 10 ** 12 },
    })
    expect(unknown.code).toBe(Code.NOT_FOUND)
  })
})

describe('a closed month', () => {
  beforeAll(async () => {
    const { clock, ctx } = shop.server
    const inJuly = new Date('2026-07-02T08:00:00.000Z')
    if (clock.now > inJuly) return
    // June has something to close.
    await give(shop.server, await insertMember(db()), 'CREDIT', 1n)
    clock.now = inJuly
    await aggregateAllBooks(ctx)
  })

  test('refuses changes, also by the owner of the tables', async () => {
    await expect(
      db().execute(sql`update book_months set credited = credited + 1 where month = '2026-06-01'`),
    ).rejects.toThrow(/Failed query/)
    await expect(db().execute(sql`delete from book_closings`)).rejects.toThrow(/Failed query/)
  })

  test('leaves a posting that comes late to the first open month, which counts it', async () => {
    const { server } = shop
    const june = await statementOf('2026-06')
    const member = await insertMember(db())
    const now = server.clock.now
    server.clock.now = new Date('2026-06-30T19:59:00.000Z')
    await give(server, member, 'XP', 77n)
    server.clock.now = now

    await aggregateAllBooks(server.ctx)

    const after = await statementOf('2026-06')
    expect(after.groups).toEqual(june.groups)
    const late = flat(await statementOf('2026-07'))
      .filter(
        ({ asset, scope, account }) => asset === 'XP' && scope === '' && account === 'MEMBERS',
      )
      .flatMap(({ movements }) => movements)
    expect(late).toEqual([
      { kind: 'ADJUSTMENT', credited: '77', debited: '0', postings: 1, latePostings: 1 },
    ])
  })
})

test('an aggregation that dies half-way leaves nothing, and the next one adds everything once', async () => {
  const { server } = shop
  const member = await insertMember(db())
  await give(server, member, 'TICKET', 5n)
  const before = await finance.call('ledger.balances', {})
  const dying = {
    ...server.ctx,
    atFaultPoint: () => {
      throw new Error('Killed')
    },
  }

  await expect(aggregateBooks(dying)).rejects.toThrow('Killed')
  expect((await finance.call('ledger.balances', {})).data?.groups).toEqual(before.data?.groups)
  await aggregateAllBooks(server.ctx)
  await aggregateAllBooks(server.ctx)

  const tickets = (await finance.call('ledger.balances', {})).data?.groups.find(
    ({ asset, scope }) => asset === 'TICKET' && scope === '',
  )
  expect(tickets?.accounts).toEqual([
    { account: 'ISSUANCE', balance: '-5', postings: 1 },
    { account: 'MEMBERS', balance: '5', postings: 1 },
  ])
})

test('the books are open to finance and auditors only', async () => {
  for (const role of ['SUPPORT', 'PROGRAMME', 'OPS'] as const) {
    const other = await anOperator(shop.server, role)
    expect((await other.call('ledger.balances', {})).code).toBe(Code.ACCESS_DENIED)
    expect((await other.call('ledger.reconciliations', {})).code).toBe(Code.ACCESS_DENIED)
  }
  const booking = await auditor.call('ledger.book', {
    params: { accountId: 1 },
    body: { contract: null, amount: '1', difference: '1', txHash: null },
  })
  expect(booking.code).toBe(Code.ACCESS_DENIED)
})
