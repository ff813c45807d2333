import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMeasuredDatabase } from '#test/measured-database.ts'
import { grownBuffers } from '#test/statement-buffers.ts'
import { timelineCursor } from './timeline-cursor.ts'
import { listTimeline } from './timeline.service.ts'

let measured: Awaited<ReturnType<typeof openMeasuredDatabase>>
beforeAll(async () => {
  measured = await openMeasuredDatabase()
})
afterAll(() => measured.close())

const FEW = 2_000
const MANY = 40_000
const SEASONS = 10
const START = '2026-06-01T00:00:00.000Z'

const ONCE = [
  // The rows need no order, payment or second ledger entry here.
  'set session_replication_role = replica',
  `insert into members (id, email, password_hash, nickname, referral_code, terms_agreed_at,
      privacy_agreed_at, created_at) overriding system value
    values (1, 'one@harbor.example', '', 'one', 'one', now(), now(), now())`,
  `insert into operators (id, name, role, kind, email, created_at) overriding system value
    values (1, 'support', 'SUPPORT', 'PERSON', 'support@harbor.example', now())`,
  `insert into seasons (id, title, description, start_at, end_at, reward_symbol, reward_decimals,
      xp_per_level, top_level, check_in_base_xp, check_in_bonus_every, check_in_bonus_xp,
      free_spins_per_day, tickets_per_spin, plan, created_at) overriding system value
    select i, '{}', '{}', now(), now() + interval '1 day', 'USDS', 6, 1, 1, 1, 1, 1, 1, 1, '{}', now()
    from generate_series(1, ${SEASONS}) i`,
]

/** Inserts entries of one member into every source, up to the given id. */
function entriesUpTo(last: number, first: number): string[] {
  const entries = `generate_series(${first}, ${last}) i`
  const at = `timestamptz '${START}' + i * interval '1 second'`
  const season = `1 + i % ${SEASONS}`
  return [
    `insert into histories (id, member_id, season_id, tab, kind, status, created_at)
      overriding system value
      select i, 1, ${season}, 'Earned', case i % 2 when 0 then 'SPIN' else 'PURCHASE' end,
        'COMPLETED', ${at} from ${entries}`,
    `insert into audit_entries (id, at, actor, action, subject, data, previous_hash, hash)
      select i, ${at}, 'operator:support',
        case when i % 3 = 0 then 'member.suspend' else 'member.adjust' end, 'member:1',
        jsonb_build_object('asset', case i % 3 when 1 then 'XP' else 'CREDIT' end, 'amount', '5',
          'transactionId', i, 'scope', ''), 'p' || i, 'h' || i from ${entries}`,
    `insert into audit_entries (id, at, actor, action, subject, data, previous_hash, hash)
      select 1000000 + i, ${at}, 'operator:finance', 'payout.cancel', 'payout:' || i,
        '{"userId": 1}', 'q' || i, 'i' || i from ${entries}`,
    `insert into ledger_keys (key, transaction_id) select 'referral-claim:' || i, i from ${entries}`,
    `insert into invite_claims (id, member_id, type, amount, created_at) overriding system value
      select i, 1, 'REFERRAL', 5, ${at} from ${entries}`,
    `insert into invite_withdrawals (id, member_id, amount, symbol, chain_id, status, day, created_at)
      overriding system value
      select i, 1, 5, 'USDS', 1, 'SENT', '2026-06-01', ${at} from ${entries}`,
    `insert into invite_referrals (friend_id, referrer_id, season_id, wallet_fingerprint, amount,
        state, qualified_at, claimable_at)
      select 1000000 + i, 1, ${season}, i::text, 5, 'EARNED', ${at}, ${at} from ${entries}`,
    `insert into members (id, email, password_hash, nickname, referral_code, referred_by,
        referred_at, terms_agreed_at, privacy_agreed_at, created_at) overriding system value
      select 1000000 + i, 'friend-' || i, '', 'friend-' || i, 'friend-' || i, 1, ${at}, ${at}, ${at},
        ${at} from ${entries}`,
    `insert into orders (id, member_id, package_id, quantity, pay_type, price, gives_credit, state,
        created_at) overriding system value
      select i, 1, 1, 1, 'XP', 5, 5, 'EXPIRED', ${at} from ${entries}`,
    `insert into refunds (id, order_id, member_id, type, state, outcome, for_operator, due_at,
        requested_at, decided_at) overriding system value
      select i, i, 1, 'OTHER', 'REJECTED', 'DECLINED', true, ${at}, ${at}, ${at} from ${entries}`,
    `insert into payouts (id, purpose, key, member_id, address, symbol, decimals, amount, state,
        created_at) overriding system value
      select i, 'REWARD', i::text, 1, '0x', 'USDS', 6, 5, 'QUEUED', ${at} from ${entries}`,
    `insert into alerts (id, member_id, code, data, created_at) overriding system value
      select i, 1, 'REWARD', '{}', ${at} from ${entries}`,
    `insert into push_deliveries (subscription_id, alert_id, due_at, expires_at, sent_at)
      select 1, i, ${at}, ${at}, ${at} from ${entries}`,
    `insert into security_events (id, member_id, kind, created_at) overriding system value
      select i, 1, 'NEW_DEVICE', ${at} from ${entries}`,
    `insert into sessions (id, number, member_id, keep_logged_in, created_at, rotated_at, expires_at,
        ended_at) overriding system value
      select gen_random_uuid(), i, 1, true, ${at}, ${at}, ${at}, ${at} from ${entries}`,
    `insert into member_refusals (id, member_id, hour_started_at, call, subject, code, reason,
        first_at, last_at, count) overriding system value
      select i, 1, ${at}, 'mission.execute', '{"seasonId": 1, "missionId": 2}', 2303, '', ${at},
        ${at}, 1 from ${entries}`,
    `insert into member_notes (id, member_id, operator_id, text, created_at)
      overriding system value select i, 1, 1, 'Called back', ${at} from ${entries}`,
  ]
}

/** A small table is read as a whole, which is no measure for a large one. */
const INDEXES_ONLY = [
  'set enable_seqscan = off',
  'set enable_hashjoin = off',
  'set enable_mergejoin = off',
]

const FILTERS = {
  everything: {},
  XP: { group: 'XP' },
  money: { group: 'MONEY' },
  messages: { group: 'MESSAGES' },
  'security events': { group: 'SECURITY' },
  refusals: { group: 'REFUSED' },
  'acts of operators': { group: 'OPERATORS' },
  'a season': { seasonId: 3 },
  'XP of a season': { seasonId: 3, group: 'XP' },
  'money of a season': { seasonId: 3, group: 'MONEY' },
} as const

test('a page of the timeline reads as many buffers in the middle of many entries as of few', async () => {
  const { db, buffersOf, fill } = measured
  const measureAt = async (total: number) => {
    const middle = Date.parse(START) + (total / 2) * 1000
    const cursor = timelineCursor({ micros: middle * 1000, position: 9, id: total / 2 })
    const buffers = new Map<string, number>()
    for (const [name, filter] of Object.entries(FILTERS)) {
      const read = (before: string) =>
        listTimeline({ db }, { userId: 1, size: 50, language: 'en', before, ...filter })
      expect((await read(cursor)).list).toHaveLength(50)
      buffers.set(`the newest of ${name}`, await buffersOf(() => read('latest')))
      buffers.set(`${name} in the middle`, await buffersOf(() => read(cursor)))
    }
    return buffers
  }

  await fill(...ONCE, ...entriesUpTo(FEW, 1), ...INDEXES_ONLY)
  const few = await measureAt(FEW)
  await fill(...entriesUpTo(MANY, FEW + 1), 'reset all')
  const many = await measureAt(MANY)

  expect(grownBuffers(few, many)).toEqual([])
})
