import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Code } from '@solstice/contract/codes'
import type { CallData, CallInput } from '@solstice/contract/wire'
import { rowsOf } from '#/platform/process/db.ts'
import { memberWithEverything } from '#test/busy-member.ts'
import { insertMember } from '#test/insert-members.ts'
import type { TestApp } from '#test/test-app.ts'
import { logInAgain, signUpMember } from '#test/test-member.ts'
import { anOperator, type TestOperator } from '#test/test-operator.ts'
import { PIN, pinHeader } from '#test/test-pin.ts'
import { endPauses } from '#test/test-wallet.ts'
import { openTokenShop, type TokenShop } from '#test/token-shop.ts'

type Entry = CallData<'member.timeline'>['list'][number]
type Query = CallInput<'member.timeline'>['query']

let shop: TokenShop
let server: TestApp
let seasonId: number
let support: TestOperator
let finance: TestOperator
beforeAll(async () => {
  shop = await openTokenShop()
  ;({ server, seasonId } = shop)
  support = await anOperator(server, 'SUPPORT')
  finance = await anOperator(server, 'FINANCE')
})
afterAll(() => server.close())

async function timeline(userId: number, query: Query = {}): Promise<Entry[]> {
  const { data, code } = await support.call('member.timeline', { params: { userId }, query })
  if (!data) throw new Error(`The timeline was refused with ${code}`)
  return data.list
}

/** Reads the whole timeline in pages of this size. */
async function inPages(userId: number, size: number, filter: Query = {}): Promise<Entry[]> {
  const entries: Entry[] = []
  let before: string | null = 'latest'
  while (before !== null) {
    const query: Query = { ...filter, size, before }
    const { data } = await support.call('member.timeline', { params: { userId }, query })
    expect(data?.list.length).toBeLessThanOrEqual(size)
    entries.push(...(data?.list ?? []))
    before = data?.nextCursor ?? null
  }
  return entries
}

const summaryOf = ({ source, kind, state }: Entry) => [source, kind, state].join(' ')

const aBusyMember = () => memberWithEverything(shop, { support, finance })

describe('the timeline of a member', () => {
  test('lists everything that happened, newest first, each once', async () => {
    const { userId } = await aBusyMember()

    const entries = await timeline(userId)

    expect(entries.map(summaryOf)).toEqual(
      expect.arrayContaining([
        'OPERATOR member.end-sessions ',
        'SESSION SESSION ENDED',
        'PAYOUT PAYOUT QUEUED',
        'OPERATOR member.restore ',
        'OPERATOR member.suspend ',
        'NOTE NOTE ',
        'SECURITY NEW_DEVICE ',
        'SESSION SESSION STARTED',
        'FRIEND FRIEND JOINED',
        'ORDER ORDER OPEN',
        'REFUND REFUND REQUESTED',
        'HISTORY PURCHASE REFUND_REQUESTED',
        'LEDGER OPERATOR_ADJUSTMENT ',
        'REFUSAL REFUSAL ',
        'HISTORY CHECK_IN COMPLETED',
      ]),
    )
    expect(new Set(entries.map(({ entryId }) => entryId)).size).toBe(entries.length)
    const times = entries.map(({ at }) => at)
    expect(times).toEqual(times.toSorted().toReversed())
    const adjusted = entries.filter(({ kind }) => kind === 'OPERATOR_ADJUSTMENT')
    expect(adjusted).toMatchObject([
      { amounts: [{ amount: '-5', unit: 'CREDIT' }], group: 'MONEY', operator: finance.name },
      { amounts: [{ amount: '1000', unit: 'XP' }], group: 'XP', seasonId, explained: true },
    ])
    expect(entries.find(({ source }) => source === 'REFUSAL')).toMatchObject({
      explained: true,
      seasonId,
      refusal: { code: Code.CHECK_IN_ALREADY_DONE, count: 1 },
    })
    expect(entries.find(({ source }) => source === 'NOTE')).toMatchObject({
      explained: false,
      name: 'Called back',
      operator: support.name,
    })
  })

  test('shows every posting of the member in the ledger, or the entry that caused it', async () => {
    const { userId } = await aBusyMember()
    const postings = await rowsOf<{ kind: string }>(
      server.ctx.db,
      sql`select distinct t.kind from ledger_transactions t
        join ledger_entries e on e.transaction_id = t.id
        join ledger_accounts a on a.id = e.account_id where a.member_id = ${userId}`,
    )

    const kinds = new Set((await timeline(userId)).map(({ kind }) => kind))

    // A gift of a test, and the posting of a purchase under its own name.
    const shownAs: Record<string, string> = {
      ADJUSTMENT: 'OPERATOR_ADJUSTMENT',
      PRODUCT: 'PURCHASE',
    }
    for (const { kind } of postings) expect(kinds).toContain(shownAs[kind] ?? kind)
  })

  test('filters by group and season, and the groups together are everything', async () => {
    const { userId } = await aBusyMember()
    const all = await timeline(userId, { size: 100 })
    const groups = ['XP', 'MONEY', 'MESSAGES', 'SECURITY', 'REFUSED', 'OPERATORS'] as const

    const found = new Map<string, Entry[]>()
    for (const group of groups) found.set(group, await timeline(userId, { size: 100, group }))
    const ofSeason = await timeline(userId, { size: 100, seasonId })
    const ofXpInSeason = await timeline(userId, { size: 100, seasonId, group: 'XP' })
    const ofAnother = await timeline(userId, { seasonId: seasonId + 1000 })

    for (const [group, entries] of found) {
      const isShown = ({ kind, ...entry }: Entry) =>
        entry.group === group || (group === 'OPERATORS' && kind === 'OPERATOR_ADJUSTMENT')
      expect(entries).toEqual(all.filter(isShown))
      expect(entries).not.toEqual([])
    }
    expect(ofSeason).toEqual(all.filter((entry) => entry.seasonId === seasonId))
    expect(ofXpInSeason.map(({ kind }) => kind)).toEqual(['OPERATOR_ADJUSTMENT', 'CHECK_IN'])
    expect(ofAnother).toEqual([])
  })

  test('names missions and products in the language of the operator', async () => {
    const { userId } = await aBusyMember()
    const params = { userId }

    const korean = await support.call(
      'member.timeline',
      { params, query: {} },
      { 'accept-language': 'ko' },
    )

    const names = korean.data?.list.map(({ name }) => name)
    expect(names).toContain('티켓 3장')
    expect(names).toContain('크레딧 100')
  })

  test('shows nothing of another member', async () => {
    const { userId } = await aBusyMember()
    const other = await signUpMember(server)

    const mine = await timeline(other.userId)

    expect(mine.map(({ source }) => source)).not.toContain('NOTE')
    const theirs = new Set((await timeline(userId)).map(({ entryId }) => entryId))
    expect(mine.filter(({ entryId }) => theirs.has(entryId))).toEqual([])
  })

  test('keeps postings and acts of operators after the account was deleted, but no note', async () => {
    const member = await aBusyMember()
    const { userId } = member
    await logInAgain(member)
    await endPauses(server, userId)
    const header = await pinHeader(member, PIN, 'ACCOUNT_DELETE')
    const body = { reason: 'PRIVACY', agreed: true } as const
    const deleted = await member.call('account.delete', { body }, header)

    const entries = await timeline(userId)

    expect(deleted.code).toBe(0)
    const sources = new Set(entries.map(({ source }) => source))
    for (const kept of ['HISTORY', 'LEDGER', 'ORDER', 'REFUND', 'PAYOUT', 'FRIEND', 'OPERATOR']) {
      expect(sources).toContain(kept)
    }
    for (const erased of ['NOTE', 'SESSION', 'ALERT', 'REFUSAL']) {
      expect(sources).not.toContain(erased)
    }
  })

  test.each([
    'newest',
    '1',
    '1.2',
    '1.2.3.4',
    '-1.2.3',
    '1.2.x',
    '1.99.1',
    '1e3.1.1',
    '9'.repeat(17) + '.1.1',
    '',
  ])('rejects the cursor %j with 9992', async (before) => {
    const userId = await insertMember(server.ctx.db)

    const reply = await support.call('member.timeline', { params: { userId }, query: { before } })

    expect(reply).toMatchObject({ status: 400, code: Code.INVALID_REQUEST })
  })

  test.each(['9999999999999999.0.1', '0.18.999999999999999', '0.0.0'])(
    'accepts the cursor %j, which no page returned',
    async (before) => {
      const userId = await insertMember(server.ctx.db)

      const reply = await support.call('member.timeline', { params: { userId }, query: { before } })

      expect(reply.data).toEqual({ list: [], nextCursor: null })
    },
  )

  test('is refused for an unknown member and to other roles', async () => {
    const params = { userId: 987_654_321 }
    const programme = await anOperator(server, 'PROGRAMME')
    const ops = await anOperator(server, 'OPS')

    expect((await support.call('member.timeline', { params, query: {} })).code).toBe(Code.NOT_FOUND)
    for (const role of [programme, ops]) {
      const reply = await role.call('member.timeline', { params, query: {} })
      expect(reply.code).toBe(Code.ACCESS_DENIED)
    }
  })
})

describe('the pages of a timeline', () => {
  const START = Date.parse('2026-06-01T00:00:00.000Z') * 1000
  const SOURCES = ['EARNED', 'PAID', 'ALERT', 'SECURITY', 'SESSION', 'NOTE', 'PAYOUT', 'REFUSAL']
  const entry = fc.record({
    source: fc.constantFrom(...SOURCES),
    // Few instants, some of them within one millisecond, so that many entries share one.
    micros: fc.constantFrom(0, 1, 999, 1000, 1001, 2000),
  })

  /** Inserts an entry and returns the id under which the timeline shows it. */
  async function insertEntry(
    memberId: number,
    { source, micros }: { source: string; micros: number },
    index: number,
  ): Promise<string> {
    const at = sql`(timestamptz 'epoch' + ${START + micros} * interval '1 microsecond')`
    const inserts: Record<string, [prefix: string, statement: ReturnType<typeof sql>]> = {
      EARNED: [
        'history',
        sql`insert into histories (season_id, member_id, tab, kind, status, created_at)
          values (${seasonId}, ${memberId}, 'Earned', 'SPIN', 'COMPLETED', ${at}) returning id`,
      ],
      PAID: [
        'history',
        sql`insert into histories (season_id, member_id, tab, kind, status, created_at)
          values (${seasonId}, ${memberId}, 'Purchased', 'PURCHASE', 'COMPLETED', ${at}) returning id`,
      ],
      ALERT: [
        'alert',
        sql`insert into alerts (member_id, code, data, created_at)
          values (${memberId}, 'REWARD', '{}', ${at}) returning id`,
      ],
      SECURITY: [
        'security',
        sql`insert into security_events (member_id, kind, created_at)
          values (${memberId}, 'NEW_DEVICE', ${at}) returning id`,
      ],
      SESSION: [
        'session',
        sql`insert into sessions (id, member_id, keep_logged_in, created_at, rotated_at, expires_at)
          values (gen_random_uuid(), ${memberId}, true, ${at}, ${at}, ${at}) returning number as id`,
      ],
      NOTE: [
        'note',
        sql`insert into member_notes (member_id, operator_id, text, created_at)
          values (${memberId}, ${support.operatorId}, 'Note', ${at}) returning id`,
      ],
      PAYOUT: [
        'payout',
        sql`insert into payouts (purpose, key, member_id, address, symbol, decimals, amount, state,
            created_at)
          values ('REWARD', ${`p:${memberId}:${index}`}, ${memberId}, '0x', 'USDS', 6, 5, 'FAILED',
            ${at}) returning id`,
      ],
      REFUSAL: [
        'refusal',
        sql`insert into member_refusals (member_id, hour_started_at, call, subject, code, reason,
            first_at, last_at, count)
          values (${memberId}, ${at}, ${`call-${index}`}, '{}', 2303, '', ${at}, ${at}, 1)
          returning id`,
      ],
    }
    const [prefix, statement] = inserts[source] ?? []
    if (!prefix || !statement) throw new Error(`No insert for ${source}`)
    const [row] = await rowsOf<{ id: string | number }>(server.ctx.db, statement)
    return `${prefix}:${row?.id}`
  }

  test(
    'of any size make up the whole list in its order, also among entries of one instant',
    { timeout: 120_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(entry, { maxLength: 40 }),
          fc.integer({ min: 1, max: 12 }),
          async (made, size) => {
            const memberId = await insertMember(server.ctx.db)
            const inserted: { entryId: string; micros: number }[] = []
            for (const [index, one] of made.entries()) {
              const entryId = await insertEntry(memberId, one, index)
              inserted.push({ entryId, micros: one.micros })
            }

            const whole = await timeline(memberId, { size: 100 })
            const pages = await inPages(memberId, size)

            expect(pages).toEqual(whole)
            const ids = whole.map(({ entryId }) => entryId)
            expect(ids.toSorted()).toEqual(inserted.map(({ entryId }) => entryId).toSorted())
            const microsOf = new Map(inserted.map(({ entryId, micros }) => [entryId, micros]))
            const order = ids.map((id) => microsOf.get(id) ?? Number.NaN)
            expect(order).toEqual(order.toSorted((a, b) => b - a))
          },
        ),
        { numRuns: 30 },
      )
    },
  )
})
