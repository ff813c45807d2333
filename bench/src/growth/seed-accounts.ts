import type { SeedStatement } from './seed-statement.ts'

/** A UUID that derives from a member and a name, so that other tables can refer to it. */
const uuidOf = (name: string) => `md5('${name}' || i)::uuid`

const TOKEN = 'A'.repeat(43)

/** Members with their devices, sessions, PINs and wallets. Every second member has a wallet. */
export const ACCOUNT_STATEMENTS: readonly SeedStatement[] = [
  {
    name: 'members',
    sql: `insert into members (id, email, password_hash, nickname, language, wallet_address,
        referral_code, referred_by, referred_at, terms_agreed_at, privacy_agreed_at, created_at,
        pin_first_set_at)
      overriding system value
      select i, 'growth-' || i || '@harbor.example', 'none', 'growth' || i,
        case when i % 3 = 0 then 'ko' else 'en' end,
        case when i % 2 = 0 then '0x' || lpad(to_hex(i), 40, '0') end,
        'G' || upper(lpad(to_hex(i), 7, '0')),
        case when i % 10 = 0 then i / 10 end, case when i % 10 = 0 then at end, at, at, at, at
      from generate_series(1, {n}) i,
        lateral (select {now} - interval '200 days' + interval '150 days' * (i::float8 / {n}) as at) t`,
  },
  {
    name: 'sessions',
    sql: `insert into sessions (id, member_id, generation, received, keep_logged_in, created_at,
        rotated_at, expires_at, ended_at, device)
      select ${uuidOf('session')}, i, 3, true, true, {now} - interval '20 days',
        {now} - interval '1 day', {now} + interval '20 days', null, 'Chrome on Android'
      from generate_series(1, {n}) i;
      insert into sessions (id, member_id, generation, received, keep_logged_in, created_at,
        rotated_at, expires_at, ended_at, device)
      select ${uuidOf('ended')}, i, 9, true, true, {now} - interval '90 days',
        {now} - interval '50 days', {now} - interval '20 days', {now} - interval '49 days',
        'Chrome on Android'
      from generate_series(1, {n}) i`,
  },
  {
    name: 'known_devices, pin_keys, pin_devices, pin_evaluations',
    sql: `insert into known_devices (member_id, device_id, first_seen_at)
      select i, 'device-' || i, {now} - interval '90 days' from generate_series(1, {n}) i;
      insert into pin_keys (id, member_id, enrolment_id, state, sealed_key, salt, proof_hash, created_at)
      select ${uuidOf('pin')}, i, ${uuidOf('enrolment')}, 'ACTIVE', repeat('k', 80), '${TOKEN}',
        repeat('h', 43), {now} - interval '90 days'
      from generate_series(1, {n}) i;
      insert into pin_devices (pin_key_id, device_id, enrolled_at)
      select ${uuidOf('pin')}, 'device-' || i, {now} - interval '90 days'
      from generate_series(1, {n}) i;
      insert into pin_evaluations (id, pin_key_id, member_id, round, attempt, created_at, verified_at,
        purpose, token_hash)
      select ${uuidOf('evaluation')}, ${uuidOf('pin')}, i, 0, 1, {now} - interval '10 hours',
        {now} - interval '10 hours', 'UNLOCK', 'token-' || i
      from generate_series(1, {n}, 10) i`,
  },
  {
    name: 'security_events, verification_codes, used_device_proofs, blocked_emails',
    sql: `insert into security_events (id, member_id, kind, device, created_at, mailed_at)
      overriding system value
      select i, i, 'PIN_SET', 'Chrome on Android', {now} - interval '90 days', {now} - interval '90 days'
      from generate_series(1, {n}) i;
      insert into verification_codes (email, purpose, code_hash, sent_at, expires_at)
      select 'code-' || i || '@harbor.example', 'SIGNUP', repeat('c', 43), {now} - interval '5 hours',
        {now} - interval '4 hours'
      from generate_series(1, {n}, 50) i;
      insert into used_device_proofs (device_id, jti, expires_at)
      select 'device-' || i, 'proof-' || i, {now} + interval '1 minute' from generate_series(1, {n}, 20) i;
      insert into blocked_emails (email_hash, blocked_until)
      select 'hash-' || i, {now} + interval '100 days' from generate_series(1, {n}, 100) i`,
  },
  {
    name: 'wallet_registrations, wallet_transactions, wallet_challenges, incoming_deposits',
    sql: `insert into wallet_registrations (id, member_id, address, method, registered_at)
      overriding system value
      select i, i, '0x' || lpad(to_hex(i), 40, '0'), 'CREATE', {now} - interval '40 days'
      from generate_series(2, {n}, 2) i;
      insert into wallet_transactions (id, member_id, chain_id, tx_hash, from_address, to_address, value,
        symbol, status, nonce, final, created_at, on_chain)
      overriding system value
      select i, i, 31337, '0x' || md5('sent' || i) || md5('sent' || i), '0x' || lpad(to_hex(i), 40, '0'),
        '0x' || repeat('b', 40), '1000000', 'USDS', 'SUCCESS', 1, true, {now} - interval '30 days', true
      from generate_series(2, {n}, 2) i;
      insert into wallet_challenges (nonce, member_id, address, origin, issued_at)
      select 'nonce-' || i, i, '0x' || lpad(to_hex(i), 40, '0'), 'http://solstice.test',
        {now} - interval '3 hours'
      from generate_series(1, {n}, 50) i;
      insert into incoming_deposits (id, member_id, chain_id, tx_hash, asset, amount, symbol, network,
        found_at, notified_at)
      overriding system value
      select i, i, 31337, '0x' || md5('in' || i) || md5('in' || i), 'native', '1', 'ETH', 'Local',
        {now} - interval '20 days', {now} - interval '20 days'
      from generate_series(20, {n}, 20) i`,
  },
  {
    name: 'bookmarks, passkeys, idempotency_keys, rate_limits, jobs',
    sql: `insert into bookmarks (id, member_id, name, address, created_at)
      overriding system value
      select i, i, 'Friend', '0x' || repeat('c', 40), {now} - interval '30 days'
      from generate_series(5, {n}, 5) i;
      insert into passkeys (member_id, credential_id, salt, created_at)
      select i, 'credential-' || i, '${TOKEN}', {now} - interval '30 days'
      from generate_series(5, {n}, 5) i;
      insert into idempotency_keys (caller, call, key, request_hash, reply, created_at)
      select 'member:' || i, 'mission.execute', 'key-' || i, repeat('h', 43),
        json_build_object('padding', repeat('x', 900)), {now} - interval '5 hours'
      from generate_series(1, {n}, 2) i;
      insert into rate_limits (name, subject, window_started_at, count)
      select 'valuePerMember', 'member:' || i, {now} - interval '10 minutes', 1
      from generate_series(1, {n}, 2) i;
      insert into jobs (id, kind, payload, due_at, attempts, done_at, created_at)
      overriding system value
      select 1000000 + i, 'account.security-mail', jsonb_build_object('eventId', i), {now} - interval '3 days',
        1, {now} - interval '3 days', {now} - interval '3 days'
      from generate_series(5, {n}, 5) i`,
  },
]
