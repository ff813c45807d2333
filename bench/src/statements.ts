/** What pgbench and psql say to the database in place of the server. */
export const MEMBERS = 1000

export const MAKE_MEMBERS = `insert into members
    (email, password_hash, nickname, referral_code, terms_agreed_at, privacy_agreed_at, created_at)
  select 'bench-' || i || '@harbor.example', 'none', 'bench' || i, 'bench' || i, at, at, at
  from generate_series(1, ${MEMBERS}) i, (values ('2026-06-23T08:00:00Z'::timestamptz)) as t(at)`

/** What the server itself sends to the ledger, without the server. */
export const LEDGER_POST = `\\set member random(1, ${MEMBERS})
select transaction_id, fresh from ledger_post('BENCH', gen_random_uuid()::text, '2026-06-23T08:00:00Z'::timestamptz,
  '{}'::jsonb, ('[{"system":"ISSUANCE","asset":"XP","scope":"","amount":"-1"},'
  || '{"member":' || :member || ',"asset":"XP","scope":"","amount":"1"}]')::jsonb);`
