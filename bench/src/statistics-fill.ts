/** The days of the filled season. */
const FILLED_DAYS = 28
/** The prizes of the filled draws, in the form in which commitments store them. */
const ODDS = '10:5000,30:3000,100:2000'

type Filled = { seasonId: number; members: number; startAt: string }

/** Members, their accounts in the season and their standings. */
export const fillMembers = ({ seasonId, members }: Filled): string =>
  `set session_replication_role = replica;
  insert into members (id, email, password_hash, nickname, referral_code, terms_agreed_at,
      privacy_agreed_at, created_at) overriding system value
    select m, 'm' || m || '@harbor.example', 'none', 'm' || m, 'code' || m, now(), now(), now()
    from generate_series(1, ${members}) m;
  insert into ledger_accounts (id, system_name, asset, scope) overriding system value
    values (1, 'ISSUANCE', 'SEASON_XP', 'season:${seasonId}'), (2, 'ISSUANCE', 'XP', 'season:${seasonId}');
  insert into ledger_accounts (id, member_id, asset, scope, balance) overriding system value
    select 10 + 2 * m + a.n, m, a.asset, 'season:${seasonId}', 0
    from generate_series(1, ${members}) m, (values (0, 'SEASON_XP'), (1, 'XP')) as a(n, asset);
  insert into season_standings (season_id, member_id, xp, score)
    select ${seasonId}, m, (m * 37) % 20000, m from generate_series(1, ${members}) m`

/** All days in one transaction, without the triggers that check and sum postings one by one. */
export const fillDays = (filled: Filled): string =>
  [
    'set session_replication_role = replica',
    ...Array.from({ length: FILLED_DAYS }, (_, day) => fillDay(filled, day)),
  ].join(';')

/** A check-in and a spin of every second member on one day. */
const fillDay = ({ seasonId, members, startAt }: Filled, day: number): string => {
  const active = `generate_series(1 + ${day % 2}, ${members}, 2) m`
  const id = (n: number) => `${day * members * 2} + 2 * (m - 1) + ${n}`
  const at = `'${startAt}'::timestamptz + interval '${day} days 2 hours' + m * interval '100 milliseconds'`
  const entries = (n: number, xp: number) =>
    `select ${id(n)}, e.account, e.amount from ${active}, lateral (values
      (1, -${xp}), (10 + 2 * m, ${xp}), (2, -${xp}), (11 + 2 * m, ${xp})) as e(account, amount)`
  return `insert into ledger_transactions (id, kind, idempotency_key, data, created_at)
    overriding system value
    select ${id(1)}, 'CHECK_IN', 'mission:${seasonId}:1:' || m || ':day-${day}',
      '{"missionId": 1, "checkInDay": true}'::jsonb, ${at} from ${active}
    union all
    select ${id(2)}, 'SPIN', 'mission:${seasonId}:2:' || m || ':nonce-${day}',
      '{"missionId": 2}'::jsonb, ${at} from ${active};
  insert into ledger_entries (transaction_id, account_id, amount) ${entries(1, 50)}
    union all ${entries(2, 30)};
  insert into spin_commitments (season_id, member_id, nonce, commitment, odds, sealed_seed,
      prize_index, used_ticket, server_seed, client_seed, history_id, created_at, revealed_at)
    select ${seasonId}, m, ${day}, '${day}-' || m, '${ODDS}', '',
      case when m % 10 < 5 then 0 when m % 10 < 8 then 1 else 2 end, false,
      'none', 'none', ${id(2)}, ${at}, ${at} from ${active}`
}
