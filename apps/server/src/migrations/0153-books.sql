-- Books: balances and month statements, aggregated behind a cursor over committed ledger transactions.
-- The writes of members know nothing of these tables.

-- Everything up to ledger_transaction is aggregated, in the transaction that moved the cursor.
create table book_progress (
  is_only_row boolean primary key default true check (is_only_row),
  ledger_transaction bigint not null,
  -- All transactions that were committed before this instant are included.
  aggregated_at timestamptz
);

-- The balances of all members together (`MEMBERS`) and of each account of the system.
create table book_balances (
  asset text not null,
  scope text not null,
  account text not null,
  balance numeric(78, 0) not null,
  postings bigint not null,
  primary key (asset, scope, account)
);

-- The amounts of a month of the programme, by kind of posting. A posting whose own month was closed
-- before it was committed is in the first open month, and counted in late_postings.
create table book_months (
  month date not null,
  asset text not null,
  scope text not null,
  account text not null,
  kind text not null,
  credited numeric(78, 0) not null,
  debited numeric(78, 0) not null,
  postings bigint not null,
  late_postings bigint not null,
  primary key (month, asset, scope, account, kind)
);

create table book_closings (
  month date primary key,
  ledger_transaction bigint not null,
  closed_at timestamptz not null
);

create function book_keep_closed_months() returns trigger language plpgsql as $$
begin
  if exists (select 1 from book_closings c where c.month >= coalesce(new.month, old.month)) then
    raise exception 'month % is closed', coalesce(new.month, old.month) using errcode = 'restrict_violation';
  end if;
  if tg_op = 'UPDATE' and old.month <> new.month then
    raise exception 'a movement stays in its month' using errcode = 'restrict_violation';
  end if;
  return coalesce(new, old);
end $$;
create trigger book_months_closed before insert or update or delete on book_months
  for each row execute function book_keep_closed_months();
create trigger book_months_kept before truncate on book_months
  for each statement execute function ledger_refuse_change();
create trigger book_closings_append_only before update or delete or truncate on book_closings
  for each statement execute function ledger_refuse_change();

-- Transactions that were archived before this version are one sum per account.
insert into book_months (month, asset, scope, account, kind, credited, debited, postings, late_postings)
  select '2000-01-01', a.asset, a.scope, coalesce(a.system_name, 'MEMBERS'), 'ARCHIVED',
    coalesce(sum(o.balance) filter (where o.balance > 0), 0),
    coalesce(-sum(o.balance) filter (where o.balance < 0), 0), 0, 0
  from ledger_openings o join ledger_accounts a on a.id = o.account_id
  where o.balance <> 0 group by a.asset, a.scope, coalesce(a.system_name, 'MEMBERS');
insert into book_balances (asset, scope, account, balance, postings)
  select asset, scope, account, sum(credited - debited), 0 from book_months group by asset, scope, account;
insert into book_progress (ledger_transaction)
  select coalesce(max(up_to), 0) from ledger_detachments;
