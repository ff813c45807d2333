/** The statements that pgbench sends to the database in place of the server. */
export const MEMBERS = 1000

export const AT = "'2026-06-23T08:00:00Z'::timestamptz"
const sessionOf = (member: string) =>
  `('00000000-0000-4000-8000-' || lpad((${member})::text, 12, '0'))::uuid`

/** Members inserted without sign-up, each with a session whose id derives from the member id. */
export const MAKE_MEMBERS = [
  `insert into members
    (email, password_hash, nickname, referral_code, terms_agreed_at, privacy_agreed_at, created_at)
  select 'bench-' || i || '@harbor.example', 'none', 'bench' || i, 'bench' || i, ${AT}, ${AT}, ${AT}
  from generate_series(1, ${MEMBERS}) i`,
  `insert into sessions
    (id, member_id, generation, keep_logged_in, received, created_at, rotated_at, expires_at)
  select ${sessionOf('i')}, i, 0, true, true, ${AT}, ${AT}, ${AT} from generate_series(1, ${MEMBERS}) i`,
]

export const LEDGER_POST = `\\set member random(1, ${MEMBERS})
select transaction_id, fresh from ledger_post('BENCH', gen_random_uuid()::text, ${AT},
  '{}'::jsonb, ('[{"system":"ISSUANCE","asset":"XP","scope":"","amount":"-1"},'
  || '{"member":' || :member || ',"asset":"XP","scope":"","amount":"1"}]')::jsonb);`

/** The statements before every write of a member: authentication and rate limit. */
export const REQUEST_CHECKS = `\\set member random(1, ${MEMBERS})
select m.id as "memberId", m.email, m.nickname, m.wallet_address as "walletAddress", m.status,
  exists (select 1 from pin_keys k where k.member_id = m.id and k.state = 'ACTIVE') as "hasPin",
  s.generation, s.received, s.created_at as "openedAt", s.expires_at as "expiresAt", s.ended_at as "endedAt"
  from sessions s join members m on m.id = s.member_id where s.id = ${sessionOf(':member')};
insert into rate_limits as r (name, subject, window_started_at, count)
  values ('bench', 'member:' || :member, ${AT}, 1)
  on conflict (name, subject) do update set
    count = case when r.window_started_at < ${AT} then 1 else r.count + 1 end,
    window_started_at = case when r.window_started_at < ${AT}
      then excluded.window_started_at else r.window_started_at end
  returning count, window_started_at, set_config('synchronous_commit', 'off', true);`
