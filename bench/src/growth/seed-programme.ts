import type { SeedStatement } from './seed-statement.ts'
import { BOUGHT, PAID, PURCHASE_TX, REWARD, SPIN_XP, WAITS } from './seed-ledger.ts'

/** Every member has five entries, the buyers and the rewarded members one more. */
const PURCHASE_HISTORY = '5 * {n} + i'
const REWARD_HISTORY = '6 * {n} + i'

/** Standings, rounds, missions, spins, purchases and rewards, as the ledger has them. */
export const PROGRAMME_STATEMENTS: readonly SeedStatement[] = [
  {
    name: 'season_standings, round_standings, ranking_counts',
    sql: `insert into season_standings (season_id, member_id, xp, score)
      select {season}, i, xp, season_score(xp, s.start_at,
        {now} - interval '5 days' + interval '2 minutes' + i * interval '1 microsecond')
      from generate_series(1, {n}) i, lateral (select 30 + ${SPIN_XP} as xp) x,
        (select start_at from seasons where id = {season}) s;
      insert into round_standings (round_id, member_id, xp, check_in_days)
      select {round}, member_id, xp, 3 from season_standings where season_id = {season};
      insert into round_totals (round_id, xp)
      select {round}, sum(xp) from season_standings where season_id = {season};
      insert into ranking_counts (season_id, width, stretch, members)
      select season_id, width, score >> width, count(*) from season_standings
      cross join (values (42::smallint), (34::smallint), (22::smallint)) as w(width)
      where season_id = {season} group by 1, 2, 3`,
  },
  {
    // As many as a busy evening leaves to be aggregated, at both sizes, so that full batches are
    // compared. They change no rank.
    name: 'ranking_moves',
    sql: `insert into ranking_moves (season_id, from_score, to_score, round_id, round_xp)
      select season_id, score, score, {round}, 0
      from season_standings, generate_series(1, 5)
      where season_id = {season} and member_id <= 10000`,
  },
  {
    name: 'season_members, mission_completions',
    sql: `insert into season_members (season_id, member_id, check_ins, check_in_xp, spins, free_spins_day,
        free_spins_used)
      select {season}, i, 3, 30, 1, {today} - 5, 1 from generate_series(1, {n}) i;
      insert into mission_completions (season_id, mission_id, member_id, slot, day, history_id)
      select {season}, 1, i, ({today} - 4 - part)::text, {today} - 4 - part, 5 * (i::bigint - 1) + part
      from generate_series(1, {n}) i, generate_series(1, 3) part;
      insert into mission_completions (season_id, mission_id, member_id, slot, day, history_id)
      select {season}, 3, i, ({today} - 5)::text, {today} - 5, 5 * (i::bigint - 1) + 5
      from generate_series(1, {n}) i;
      insert into mission_alarms (member_id, season_id, mission_id, enabled, updated_at)
      select i, {season}, mission, true, {now} - interval '5 days'
      from generate_series(3, {n}, 3) i, generate_series(1, 3) mission;
      insert into mission_opens (season_id, mission_id, member_id, opened_at)
      select {season}, 4, i, {now} - interval '5 days' from generate_series(4, {n}, 4) i`,
  },
  {
    name: 'histories',
    sql: `insert into histories (id, season_id, member_id, tab, kind, mission_id, round_id, xp, tickets,
        status, data, created_at)
      overriding system value
      select 5 * (i::bigint - 1) + h.part, {season}, i, 'Earned', h.kind, h.mission, null, h.xp, h.tickets,
        'COMPLETED', h.data, {now} - interval '8 days' + h.part * interval '1 hour'
      from generate_series(1, {n}) i, lateral (values
        (1, 'CHECK_IN', 1, 10::bigint, 0, '{"baseXp": 10, "fifthBonusXp": 0}'::jsonb),
        (2, 'CHECK_IN', 1, 10, 0, '{"baseXp": 10, "fifthBonusXp": 0}'),
        (3, 'CHECK_IN', 1, 10, 0, '{"baseXp": 10, "fifthBonusXp": 0}'),
        (4, 'SPIN', 2, ${SPIN_XP}, 0, '{"prizeIndex": 0, "usedTicket": false}'),
        (5, 'TICKET', 3, 0, 1, '{}')
      ) as h(part, kind, mission, xp, tickets, data);
      insert into histories (id, season_id, member_id, tab, kind, tickets, status, created_at)
      overriding system value
      select ${PURCHASE_HISTORY}, {season}, i, 'Purchased', 'PURCHASE', 0, 'COMPLETED',
        {now} - interval '2 days'
      from generate_series(1, {n}) i where ${BOUGHT};
      insert into histories (id, season_id, member_id, tab, kind, round_id, reward, status, created_at)
      overriding system value
      select ${REWARD_HISTORY}, {earlier}, i, 'Earned', 'ROUND_REWARD', {earlierRound}, ${REWARD},
        case when ${PAID} then 'COMPLETED' else 'PENDING' end, {now} - interval '60 days'
      from generate_series(1, {n}) i where ${WAITS} or ${PAID}`,
  },
  {
    name: 'spin_commitments',
    sql: `insert into spin_commitments (season_id, member_id, nonce, commitment, odds, sealed_seed,
        server_seed, client_seed, prize_index, used_ticket, history_id, created_at, revealed_at)
      select {season}, i, 0, 'first-' || md5('spin' || i), 'odds', repeat('s', 80), repeat('a', 64), 'seed',
        0, false, 5 * (i::bigint - 1) + 4, {now} - interval '6 days', {now} - interval '5 days'
      from generate_series(1, {n}) i;
      insert into spin_commitments (season_id, member_id, nonce, commitment, odds, sealed_seed, created_at)
      select {season}, i, 1, 'next-' || md5('spin' || i), 'odds', repeat('s', 80), {now} - interval '5 days'
      from generate_series(1, {n}) i`,
  },
  {
    name: 'orders, product_buyers',
    sql: `insert into orders (id, member_id, product_id, season_id, history_id, quantity, pay_type, price,
        gives_tickets, state, ledger_transaction, created_at, completed_at)
      overriding system value
      select i, i, {product}, {season}, ${PURCHASE_HISTORY}, 1, 'XP', 20, 1, 'COMPLETED', ${PURCHASE_TX},
        {now} - interval '2 days', {now} - interval '2 days'
      from generate_series(1, {n}) i where ${BOUGHT};
      insert into product_buyers (product_id, member_id, bought)
      select {product}, i, 1 from generate_series(1, {n}) i where ${BOUGHT}`,
  },
  {
    name: 'round_rewards, payouts, payout_attempts',
    sql: `insert into round_rewards (round_id, member_id, season_id, amount, state, address, history_id,
        created_at)
      select {earlierRound}, i, {earlier}, ${REWARD}, case when ${PAID} then 'PAID' else 'WAITING' end,
        case when ${PAID} then '0x' || lpad(to_hex(i), 40, '0') end, ${REWARD_HISTORY},
        {now} - interval '60 days'
      from generate_series(1, {n}) i where ${WAITS} or ${PAID};
      insert into payouts (id, purpose, key, member_id, address, symbol, decimals, amount, chain_id,
        state, nonce, account, tx_hash, created_at, reserved_at, confirmed_at)
      overriding system value
      select i, 'REWARD', 'round:{earlierRound}:' || i, i, '0x' || lpad(to_hex(i), 40, '0'), 'USDS', 6,
        ${REWARD}, 31337, 'CONFIRMED', i, '0x' || repeat('d', 40),
        '0x' || md5('paid' || i) || md5('paid' || i), {now} - interval '60 days',
        {now} - interval '60 days', {now} - interval '59 days'
      from generate_series(1, {n}) i where ${PAID};
      insert into payout_attempts (payout_id, attempt, gas, max_fee, priority_fee, raw, tx_hash, created_at)
      select i, 1, 60000, 1000000000, 100000000, repeat('r', 240),
        '0x' || md5('paid' || i) || md5('paid' || i), {now} - interval '60 days'
      from generate_series(1, {n}) i where ${PAID}`,
  },
  {
    name: 'invite_referrals, invite_budgets',
    sql: `insert into invite_referrals (friend_id, referrer_id, season_id, wallet_fingerprint, amount, state,
        qualified_at, claimable_at, mailbox_fingerprint)
      select i, i / 10, {season}, 'wallet-' || i, 1000000, 'EARNED', {now} - interval '9 days',
        {now} + interval '9 days', 'mailbox-' || i
      from generate_series(10, {n}, 10) i;
      insert into invite_budgets (season_id, promised)
      select {season}, sum(amount) from invite_referrals where season_id = {season}`,
  },
  {
    name: 'payments, refunds',
    sql: `insert into payments (id, chain_id, tx_hash, log_index, block_number, block_hash, payer, pay_to,
        amount, state, member_id, seen_at, settled_at, paid_at)
      overriding system value
      select i, 77, '0x' || md5('payment' || i) || md5('payment' || i), 0, i, '0x1',
        '0x' || lpad(to_hex(i), 40, '0'), '0x2', 5, 'REFUNDED', i, {now} - interval '20 days',
        {now} - interval '20 days', {now} - interval '20 days'
      from generate_series(100, {n}, 100) i;
      insert into refunds (id, payment_id, member_id, type, state, for_operator, outcome, due_at,
        requested_at, decided_at)
      overriding system value
      select i, i, i, 'UNMATCHED', 'COMPLETED', false, 'REFUNDED', {now} - interval '20 days',
        {now} - interval '20 days', {now} - interval '19 days'
      from generate_series(100, {n}, 100) i`,
  },
]
