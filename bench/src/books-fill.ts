/** The members of the filled ledger; each has about the same number of postings. */
const MEMBERS = 100_000

/** One account of the system, without a balance as all of them, and one for each member. */
export const bookAccounts = (transactions: number): string =>
  `set session_replication_role = replica;
  insert into ledger_accounts (id, system_name, asset, scope) overriding system value
    values (1, 'ISSUANCE', 'XP', '');
  insert into ledger_accounts (id, member_id, asset, scope, balance) overriding system value
    select 1 + m, m, 'XP', '', 10 * greatest(0, (${transactions} - m) / ${MEMBERS} + 1)
    from generate_series(1, ${MEMBERS}) m`

/** Postings of two entries over many months, without the triggers that check them one by one. */
export const bookPostings = (first: number, last: number): string =>
  `set session_replication_role = replica;
  insert into ledger_transactions (id, kind, idempotency_key, created_at) overriding system value
    select t, (array['CHECK_IN', 'SPIN', 'MISSION', 'TICKET_CLAIM'])[1 + t % 4], 'bench:' || t,
      '2026-01-01T08:00:00Z'::timestamptz + t * interval '3 seconds'
    from generate_series(${first}, ${last}) t;
  insert into ledger_keys (key, transaction_id)
    select 'bench:' || t, t from generate_series(${first}, ${last}) t;
  insert into ledger_entries (transaction_id, account_id, amount)
    select t, a.id, a.amount from generate_series(${first}, ${last}) t,
      lateral (values (1, -10), (2 + (t - 1) % ${MEMBERS}, 10)) as a(id, amount)`
