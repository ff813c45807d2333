-- A verification continues from the newest checkpoint instead of reading every entry again. Every
-- transaction up to up_to is committed or will never be, and each checkpoint follows another one.
create table ledger_checkpoints (
  up_to bigint primary key,
  after bigint constraint ledger_checkpoints_follow unique references ledger_checkpoints (up_to),
  transactions bigint not null default 0,
  entries bigint not null default 0,
  created_at timestamptz not null,
  constraint ledger_checkpoints_order check (case when after is null then up_to = 0 else up_to > after end)
);
insert into ledger_checkpoints (up_to, created_at) values (0, now());

-- The sum of the entries of each account up to the newest checkpoint, of members and of the system.
create table ledger_closings (
  account_id bigint primary key,
  balance numeric(78, 0) not null
) with (fillfactor = 80); -- Room for the next balance on the same page.

-- Transactions up to up_to whose entries are no longer in the ledger, and the balance of each
-- account that these entries brought forward. Closings include them.
create table ledger_detachments (
  up_to bigint primary key references ledger_checkpoints (up_to),
  detached_at timestamptz not null
);
create table ledger_openings (
  account_id bigint primary key,
  balance numeric(78, 0) not null
);

-- A checkpoint after the newest transaction would cover transactions that are posted later.
create function ledger_count_range() returns trigger language plpgsql as $$
begin
  if new.up_to > coalesce((select max(t.id) from ledger_transactions t), 0) then
    raise exception 'there is no transaction % yet', new.up_to using errcode = 'restrict_violation';
  end if;
  select count(*) into new.transactions from ledger_transactions t where t.id > new.after and t.id <= new.up_to;
  select count(*) into new.entries from ledger_entries e
    where e.transaction_id > new.after and e.transaction_id <= new.up_to;
  return new;
end $$;
create trigger ledger_checkpoints_count before insert on ledger_checkpoints
  for each row execute function ledger_count_range();

-- The only way a closing balance changes. Rows are locked in account order.
create function ledger_move_closings() returns trigger language plpgsql as $$
begin
  insert into ledger_closings as c (account_id, balance)
    select e.account_id, sum(e.amount) from ledger_entries e
    where e.transaction_id > new.after and e.transaction_id <= new.up_to
    group by e.account_id order by e.account_id
    on conflict (account_id) do update set balance = c.balance + excluded.balance;
  return null;
end $$;
create trigger ledger_checkpoints_move_closings after insert on ledger_checkpoints
  for each row execute function ledger_move_closings();

create trigger ledger_checkpoints_append_only before update or delete or truncate on ledger_checkpoints
  for each statement execute function ledger_refuse_change();
create trigger ledger_detachments_append_only before update or delete or truncate on ledger_detachments
  for each statement execute function ledger_refuse_change();
create trigger ledger_closings_guarded before insert or update on ledger_closings
  for each row when (pg_trigger_depth() < 1) execute function ledger_guard_account();
create trigger ledger_closings_kept before delete or truncate on ledger_closings
  for each statement execute function ledger_guard_account();
create trigger ledger_openings_guarded before insert or update on ledger_openings
  for each row when (pg_trigger_depth() < 1) execute function ledger_guard_account();
create trigger ledger_openings_kept before delete or truncate on ledger_openings
  for each statement execute function ledger_guard_account();

-- Progress and result of each verification in the background. A full one runs in many steps.
create table ledger_verifications (
  id bigint generated always as identity primary key,
  extent text not null constraint ledger_verifications_extent_known check (extent in ('RECENT', 'FULL')),
  position jsonb not null,
  ranges integer not null default 0,
  problem_count integer not null default 0,
  problems jsonb not null default '[]', -- The first ones.
  started_at timestamptz not null,
  finished_at timestamptz
);
create unique index ledger_verifications_unfinished on ledger_verifications (extent) where finished_at is null;
create index ledger_verifications_finished on ledger_verifications (finished_at);
