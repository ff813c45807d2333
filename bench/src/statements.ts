/** The statements that pgbench sends to the database in place of the server. */
export const MEMBERS = 1000

export const AT = "'2026-06-23T08:00:00Z'::timestamptz"
const sessionOf = (member: string) =>
  `('00000000-0000-4000-8000-' || lpad((${member})::text, 12, '0'))::uuid`

/** The same id in a program, for a member whose id has at most twelve digits. */
export const sessionIdOf = (member: number) =>
  `00000000-0000-4000-8000-${String(member).padStart(12, '0')}`

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
