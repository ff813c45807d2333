/** The members of the filled log; each has the same number of postings. */
const LOG_MEMBERS = 1000

/** One account of the system, without a balance as all of them, and one for each member. */
export const logAccounts = (leaves: number): string =>
  `insert into ledger_accounts (id, system_name, asset, scope) overriding system value
    values (1, 'ISSUANCE', 'XP', '');
  insert into ledger_accounts (id, member_id, asset, scope, balance) overriding system value
    select 1 + m, m, 'XP', '', 10 * ((${leaves} - m) / ${LOG_MEMBERS} + 1)
    from generate_series(1, ${LOG_MEMBERS}) m`

/** Postings of two entries, without the triggers that check and sum them one by one. */
export const logPostings = (first: number, last: number): string =>
  `set session_replication_role = replica;
  insert into ledger_transactions (id, kind, idempotency_key, created_at) overriding system value
    select t, 'CHECK_IN', 'mission:1:1:' || (1 + (t - 1) % ${LOG_MEMBERS}) || ':' || t,
      '2026-06-23T08:00:00Z'::timestamptz + t * interval '1 millisecond'
    from generate_series(${first}, ${last}) t;
  insert into ledger_entries (transaction_id, account_id, amount)
    select t, a.id, a.amount from generate_series(${first}, ${last}) t,
      lateral (values (1, -10), (2 + (t - 1) % ${LOG_MEMBERS}, 10)) as a(id, amount)`
