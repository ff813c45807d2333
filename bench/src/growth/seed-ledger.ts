import type { SeedStatement } from './seed-statement.ts'

/**
 * The XP of one spin: many members with little, few with much, as after two weeks. It derives from
 * the member, so that every table gets the same.
 */
export const SPIN_XP = `(20 + 10 * floor(2000 * power((hashint8(i) & 2147483647)::float8 / 2147483647, 3)))::bigint`
/** Three check-ins, each with 10 XP. */
const CHECK_IN_XP = 30
/** Every tenth member has bought one ticket for XP; every fourth has a reward, paid or waiting. */
const PRICE = 20
export const REWARD = 1_500_000
export const BOUGHT = 'i % 10 = 0'
export const WAITS = 'i % 4 = 1'
export const PAID = 'i % 4 = 2'

/** The first ids of what some members have, behind the three transactions that all have. */
export const PURCHASE_TX = '3 * {n} + i'
const REWARD_TX = '4 * {n} + i'
const PAID_TX = '5 * {n} + i'

const SYSTEM = {
  issuedSeasonXp: 1,
  issuedXp: 2,
  issuedTickets: 3,
  shopXp: 4,
  shopTickets: 5,
  treasury: 6,
}
/** Each member has four accounts, behind those of the system. */
const account = (position: number) => `(10 + 4 * (i::bigint - 1) + ${position})`
const [SEASON_XP, XP, TICKET, REWARDS] = [account(0), account(1), account(2), account(3)]
const scope = (season: string) => `'season:' || {${season}}`

/** Ten entries in three transactions for every member, and some more for some. */
export const LEDGER_STATEMENTS: readonly SeedStatement[] = [
  {
    name: 'ledger_accounts',
    sql: `insert into ledger_accounts (id, system_name, asset, scope) overriding system value values
        (${SYSTEM.issuedSeasonXp}, 'ISSUANCE', 'SEASON_XP', ${scope('season')}),
        (${SYSTEM.issuedXp}, 'ISSUANCE', 'XP', ${scope('season')}),
        (${SYSTEM.issuedTickets}, 'ISSUANCE', 'TICKET', ${scope('season')}),
        (${SYSTEM.shopXp}, 'SHOP', 'XP', ${scope('season')}),
        (${SYSTEM.shopTickets}, 'SHOP', 'TICKET', ${scope('season')}),
        (${SYSTEM.treasury}, 'TREASURY', 'REWARD', ${scope('earlier')});
      insert into ledger_accounts (id, member_id, asset, scope, balance) overriding system value
      select a.* from generate_series(1, {n}) i, lateral (values
        (${SEASON_XP}, i, 'SEASON_XP', ${scope('season')}, ${CHECK_IN_XP} + ${SPIN_XP}),
        (${XP}, i, 'XP', ${scope('season')},
          ${CHECK_IN_XP} + ${SPIN_XP} - case when ${BOUGHT} then ${PRICE} else 0 end),
        (${TICKET}, i, 'TICKET', ${scope('season')}, 1 + case when ${BOUGHT} then 1 else 0 end),
        (${REWARDS}, i, 'REWARD', ${scope('earlier')}, case when ${WAITS} then ${REWARD} else 0 end)
      ) a`,
  },
  {
    name: 'ledger_transactions, ledger_keys',
    sql: `insert into ledger_transactions (id, kind, idempotency_key, data, created_at)
      overriding system value
      select 3 * (i::bigint - 1) + t.part, t.kind,
        'mission:{season}:' || t.mission || ':' || i || ':1', t.data,
        {now} - interval '5 days' + t.part * interval '1 minute' + i * interval '1 microsecond'
      from generate_series(1, {n}) i, (values
        (1, 'CHECK_IN', 1, '{"missionId": 1, "roundId": {round}, "checkInDay": true}'::jsonb),
        (2, 'SPIN', 2, '{"missionId": 2, "roundId": {round}}'::jsonb),
        (3, 'TICKET_CLAIM', 3, '{"missionId": 3}'::jsonb)) as t(part, kind, mission, data);
      insert into ledger_transactions (id, kind, idempotency_key, created_at) overriding system value
      select ${PURCHASE_TX}, 'PRODUCT', 'order:' || i, {now} - interval '2 days'
      from generate_series(1, {n}) i where ${BOUGHT};
      insert into ledger_transactions (id, kind, idempotency_key, data, created_at)
      overriding system value
      select ${REWARD_TX}, 'ROUND_REWARD', 'round:{earlierRound}:' || i,
        '{"round": {earlierRound}}'::jsonb, {now} - interval '60 days'
      from generate_series(1, {n}) i where ${WAITS} or ${PAID};
      insert into ledger_transactions (id, kind, idempotency_key, created_at) overriding system value
      select ${PAID_TX}, 'ROUND_REWARD_PAID', 'paid:round:{earlierRound}:' || i,
        {now} - interval '59 days'
      from generate_series(1, {n}) i where ${PAID};
      insert into ledger_keys (key, transaction_id)
      select idempotency_key, id from ledger_transactions`,
  },
  {
    name: 'ledger_entries',
    sql: `insert into ledger_entries (transaction_id, account_id, amount)
      select 3 * (i::bigint - 1) + e.part, e.account, e.amount
      from generate_series(1, {n}) i, lateral (values
        (1, ${SYSTEM.issuedSeasonXp}::bigint, -${CHECK_IN_XP}::bigint),
        (1, ${SYSTEM.issuedXp}, -${CHECK_IN_XP}),
        (1, ${SEASON_XP}, ${CHECK_IN_XP}),
        (1, ${XP}, ${CHECK_IN_XP}),
        (2, ${SYSTEM.issuedSeasonXp}, -${SPIN_XP}),
        (2, ${SYSTEM.issuedXp}, -${SPIN_XP}),
        (2, ${SEASON_XP}, ${SPIN_XP}),
        (2, ${XP}, ${SPIN_XP}),
        (3, ${SYSTEM.issuedTickets}, -1),
        (3, ${TICKET}, 1)
      ) as e(part, account, amount);
      insert into ledger_entries (transaction_id, account_id, amount)
      select ${PURCHASE_TX}, e.account, e.amount
      from generate_series(1, {n}) i, lateral (values
        (${SYSTEM.shopXp}::bigint, ${PRICE}), (${SYSTEM.shopTickets}, -1),
        (${XP}, -${PRICE}), (${TICKET}, 1)) as e(account, amount)
      where ${BOUGHT};
      insert into ledger_entries (transaction_id, account_id, amount)
      select ${REWARD_TX}, e.account, e.amount
      from generate_series(1, {n}) i, lateral (values
        (${SYSTEM.treasury}::bigint, -${REWARD}), (${REWARDS}, ${REWARD})) as e(account, amount)
      where ${WAITS} or ${PAID};
      insert into ledger_entries (transaction_id, account_id, amount)
      select ${PAID_TX}, e.account, e.amount
      from generate_series(1, {n}) i, lateral (values
        (${SYSTEM.treasury}::bigint, ${REWARD}), (${REWARDS}, -${REWARD})) as e(account, amount)
      where ${PAID}`,
  },
]
