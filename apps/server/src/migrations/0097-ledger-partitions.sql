-- Transactions and entries are partitioned by ranges of a billion transaction ids. A partition begins
-- shortly before a season, and the oldest one can be moved to the schema archive. Servers need no
-- rights on the schemas of the partitions: PostgreSQL checks those of the table that a statement names.

-- The previous release may be posting. A transaction that commits after the keys were copied would
-- lose its key, so nothing is posted until this migration ends. Orders come first, because that is
-- the order in which a purchase writes them.
lock table orders, ledger_transactions, ledger_entries in access exclusive mode;

create schema partitions;
create schema archive;

-- A unique key cannot span partitions, so keys and reversals have tables of their own. A row exists
-- as long as its transaction.
create table ledger_keys (key text not null, transaction_id bigint not null);
insert into ledger_keys (key, transaction_id) select idempotency_key, id from ledger_transactions;
alter table ledger_keys add primary key (key);
drop index ledger_transactions_reversed_once;
create table ledger_reversals (
  reversed bigint constraint ledger_transactions_reversed_once primary key,
  transaction_id bigint not null
);
insert into ledger_reversals (reversed, transaction_id)
  select reverses, id from ledger_transactions where reverses is not null;

-- A partition with a null period is prepared for the next one.
create table ledger_partitions (
  number integer primary key,
  period text constraint ledger_partitions_period unique,
  begun_at timestamptz,
  constraint ledger_partitions_begun check ((period is null) = (begun_at is null))
);
-- A partition without transactions is detached up to the same id as the one before it.
alter table ledger_detachments drop constraint ledger_detachments_pkey,
  add column partition integer primary key references ledger_partitions (number);

-- The existing tables become the first partition as they are, with their indexes. The triggers move
-- to the partitioned tables.
create procedure ledger_partition_tables() language plpgsql as $$
declare
  v_triggers text[];
  v_trigger record;
  v_last bigint;
  v_called boolean;
  v_number integer;
begin
  select array_agg(pg_get_triggerdef(t.oid) order by t.oid) into v_triggers from pg_trigger t
    where t.tgrelid in ('ledger_transactions'::regclass, 'ledger_entries'::regclass) and not t.tgisinternal;
  for v_trigger in
    select t.tgname, t.tgrelid::regclass as relation from pg_trigger t
    where t.tgrelid in ('ledger_transactions'::regclass, 'ledger_entries'::regclass) and not t.tgisinternal
  loop
    execute format('drop trigger %I on %s', v_trigger.tgname, v_trigger.relation);
  end loop;
  select s.last_value, s.is_called into v_last, v_called from ledger_transactions_id_seq s;
  v_number := v_last / 1000000000;

  alter table orders drop constraint orders_ledger_transaction_fkey;
  alter table ledger_transactions drop constraint ledger_transactions_reverses_fkey;
  alter table ledger_transactions drop constraint ledger_transactions_key;
  alter table ledger_transactions alter column id drop identity;
  execute format('alter table ledger_transactions rename to ledger_transactions_%s', v_number);
  execute format('alter table ledger_entries rename to ledger_entries_%s', v_number);
  execute format('alter table ledger_transactions_%s set schema partitions', v_number);
  execute format('alter table ledger_entries_%s set schema partitions', v_number);

  create table ledger_transactions (
    id bigint generated always as identity primary key,
    kind text not null,
    idempotency_key text not null,
    reverses bigint,
    data jsonb not null default '{}',
    created_at timestamptz not null
  ) partition by range (id);
  perform setval('ledger_transactions_id_seq', v_last, v_called);
  create table ledger_entries (
    transaction_id bigint not null,
    account_id bigint not null,
    amount numeric(78, 0) not null constraint ledger_entries_not_zero check (amount <> 0),
    primary key (transaction_id, account_id)
  ) partition by range (transaction_id);
  create index ledger_entries_of_account on ledger_entries (account_id, transaction_id desc);

  insert into ledger_partitions (number, period, begun_at) values (v_number, 'first', 'epoch');
  perform ledger_attach_partition(v_number);
  perform ledger_prepare_partition(v_number + 1);
  for i in 1 .. cardinality(v_triggers) loop
    execute v_triggers[i];
  end loop;
end $$;

-- Statement triggers of a partitioned table do not run for a statement that names a partition.
create function ledger_attach_partition(p_number integer) returns void language plpgsql as $$
declare
  v_bounds text := format('for values from (%s) to (%s)', p_number * 1000000000::bigint + 1,
    (p_number + 1) * 1000000000::bigint + 1);
  v_table text;
begin
  foreach v_table in array array['ledger_transactions', 'ledger_entries'] loop
    execute format('alter table %1$s attach partition partitions.%1$s_%2$s %3$s', v_table, p_number, v_bounds);
    execute format('create or replace trigger %1$s_through_table before insert or update or delete or truncate
      on partitions.%1$s_%2$s for each statement execute function ledger_refuse_change()', v_table, p_number);
  end loop;
end $$;

create function ledger_prepare_partition(p_number integer) returns void language plpgsql as $$
begin
  execute format('create table partitions.ledger_transactions_%s (like ledger_transactions including defaults)', p_number);
  execute format('create table partitions.ledger_entries_%s (like ledger_entries including constraints)', p_number);
  perform ledger_attach_partition(p_number);
  insert into ledger_partitions (number) values (p_number);
end $$;

-- Lets the ids continue in the next partition, once per period. That partition was committed before,
-- because a sequence changes for all sessions at once.
create function ledger_begin_partition(p_period text, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_number integer;
begin
  perform pg_advisory_xact_lock(7203152);
  if exists (select 1 from ledger_partitions where period = p_period) then return false; end if;
  select min(number) into v_number from ledger_partitions where period is null;
  update ledger_partitions set period = p_period, begun_at = p_at where number = v_number;
  if not exists (select 1 from ledger_partitions where number = v_number + 1) then
    perform ledger_prepare_partition(v_number + 1);
  end if;
  if (select last_value from ledger_transactions_id_seq) < v_number * 1000000000::bigint then
    perform setval('ledger_transactions_id_seq', v_number * 1000000000::bigint);
  end if;
  return true;
end $$;

-- Prepares another partition when few ids are left in the newest one, as in a very long period.
create function ledger_ensure_partition() returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_newest integer;
begin
  perform pg_advisory_xact_lock(7203152);
  select max(number) into v_newest from ledger_partitions;
  if (select last_value from ledger_transactions_id_seq) < (v_newest + 1) * 1000000000::bigint - 100000000 then
    return false;
  end if;
  perform ledger_prepare_partition(v_newest + 1);
  return true;
end $$;

-- Moves the oldest partition to the archive once a checkpoint has verified all of it. The openings
-- bring the sums of its entries forward. Only the owner of the tables can run this.
create function ledger_detach_partition(p_number integer, p_at timestamptz) returns bigint
language plpgsql set lock_timeout = '10s' as $$
declare
  v_last bigint;
  v_up_to bigint;
begin
  perform pg_advisory_xact_lock(7203152);
  if p_number is distinct from (
    select min(p.number) from ledger_partitions p
    where not exists (select 1 from ledger_detachments d where d.partition = p.number)
  ) then
    raise exception 'partitions are detached from the oldest on' using errcode = 'object_not_in_prerequisite_state';
  end if;
  if not exists (select 1 from ledger_partitions where number > p_number and period is not null) then
    raise exception 'partition % is in use', p_number using errcode = 'object_not_in_prerequisite_state';
  end if;
  execute format('lock table partitions.ledger_transactions_%1$s, partitions.ledger_entries_%1$s in share mode', p_number);
  execute format('select max(id) from partitions.ledger_transactions_%s', p_number) into v_last;
  select max(c.up_to) into v_up_to from ledger_checkpoints c where c.up_to < coalesce(
    (select min(t.id) from ledger_transactions t where t.id > (p_number + 1) * 1000000000::bigint),
    9223372036854775807);
  if v_last > v_up_to then
    raise exception 'partition % is not verified up to transaction %', p_number, v_last
      using errcode = 'object_not_in_prerequisite_state';
  end if;
  insert into ledger_detachments (up_to, partition, detached_at) values (v_up_to, p_number, p_at);
  -- Posts lock the entries first as well, so that neither waits for the other.
  lock table only ledger_entries, only ledger_transactions in access exclusive mode;
  execute format('alter table ledger_entries detach partition partitions.ledger_entries_%s', p_number);
  execute format('alter table ledger_transactions detach partition partitions.ledger_transactions_%s', p_number);
  execute format('alter table partitions.ledger_transactions_%s set schema archive', p_number);
  execute format('alter table partitions.ledger_entries_%s set schema archive', p_number);
  delete from ledger_reversals where reversed <= v_up_to;
  return v_up_to;
end $$;

-- Removes the keys of the next transactions of an archived partition, and returns the id of the last.
create function ledger_remove_keys(p_number integer, p_after bigint, p_limit integer) returns bigint
language plpgsql as $$
declare
  v_last bigint;
begin
  execute format('select max(n.id) from (select t.id from archive.ledger_transactions_%s t
    where t.id > $1 order by t.id limit $2) n', p_number) into v_last using p_after, p_limit;
  execute format('delete from ledger_keys k using archive.ledger_transactions_%s t
    where t.id > $1 and t.id <= $2 and k.key = t.idempotency_key and k.transaction_id = t.id', p_number)
    using p_after, v_last;
  return v_last;
end $$;

-- Returns the newest archived partition to the ledger, with its keys and reversals.
create function ledger_restore_partition(p_number integer) returns void language plpgsql as $$
declare
  v_reused text;
begin
  perform pg_advisory_xact_lock(7203152);
  if p_number is distinct from (select max(d.partition) from ledger_detachments d) then
    raise exception 'partitions are restored from the newest on' using errcode = 'object_not_in_prerequisite_state';
  end if;
  execute format('alter table archive.ledger_transactions_%s set schema partitions', p_number);
  execute format('alter table archive.ledger_entries_%s set schema partitions', p_number);
  perform ledger_attach_partition(p_number);
  select min(k.key) into v_reused from ledger_keys k join ledger_transactions t on t.idempotency_key = k.key
    where t.id > p_number * 1000000000::bigint and t.id <= (p_number + 1) * 1000000000::bigint
      and k.transaction_id <> t.id;
  if v_reused is not null then
    raise exception 'the key % was used again after partition % was archived', v_reused, p_number
      using errcode = 'object_not_in_prerequisite_state';
  end if;
  insert into ledger_keys (key, transaction_id)
    select t.idempotency_key, t.id from ledger_transactions t
    where t.id > p_number * 1000000000::bigint and t.id <= (p_number + 1) * 1000000000::bigint
      and not exists (select 1 from ledger_keys k where k.key = t.idempotency_key and k.transaction_id = t.id);
  insert into ledger_reversals (reversed, transaction_id)
    select t.reverses, t.id from ledger_transactions t
    where t.reverses > p_number * 1000000000::bigint and t.reverses <= (p_number + 1) * 1000000000::bigint;
  delete from ledger_detachments where partition = p_number;
end $$;

-- Openings change only with a detachment: it adds the entries that leave, and its removal takes them
-- out again, once they are back.
create function ledger_move_openings() returns trigger language plpgsql as $$
declare
  v_before bigint := coalesce((
    select max(d.up_to) from ledger_detachments d where d.partition < coalesce(new.partition, old.partition)), 0);
begin
  if tg_op = 'DELETE' and to_regclass('partitions.ledger_entries_' || old.partition) is null then
    raise exception 'the entries of partition % are not in the ledger', old.partition using errcode = 'restrict_violation';
  end if;
  insert into ledger_openings as o (account_id, balance)
    select e.account_id, sum(e.amount) * case tg_op when 'DELETE' then -1 else 1 end from ledger_entries e
    where e.transaction_id > v_before and e.transaction_id <= coalesce(new.up_to, old.up_to)
    group by e.account_id order by e.account_id
    on conflict (account_id) do update set balance = o.balance + excluded.balance;
  return null;
end $$;
drop trigger ledger_detachments_append_only on ledger_detachments;
create trigger ledger_detachments_append_only before update or truncate on ledger_detachments
  for each statement execute function ledger_refuse_change();
create trigger ledger_detachments_move_openings after insert or delete on ledger_detachments
  for each row execute function ledger_move_openings();

revoke execute on function ledger_begin_partition(text, timestamptz), ledger_ensure_partition(), ledger_detach_partition(integer, timestamptz),
  ledger_remove_keys(integer, bigint, integer), ledger_restore_partition(integer) from public;

call ledger_partition_tables();
drop procedure ledger_partition_tables();

-- Keys and reversals are written by the statement that writes their transaction, never changed, and
-- removed only after the transaction has left the ledger. A key without a transaction only prevents
-- one, so the trigger of the transactions checks the pair.
create trigger ledger_keys_append_only before update or truncate on ledger_keys
  for each statement execute function ledger_refuse_change();
create trigger ledger_reversals_append_only before update or truncate on ledger_reversals
  for each statement execute function ledger_refuse_change();

create function ledger_check_keys() returns trigger language plpgsql as $$
begin
  if exists (select 1 from removed k join ledger_transactions t on t.id = k.transaction_id) then
    raise exception 'a key exists as long as its transaction' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create trigger ledger_keys_removed after delete on ledger_keys
  referencing old table as removed for each statement execute function ledger_check_keys();

create function ledger_check_reversals() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from changed r
    left join ledger_transactions t on t.id = r.transaction_id and t.reverses = r.reversed
    left join ledger_transactions o on o.id = r.reversed
    where case tg_op when 'DELETE' then o.id is not null else t.id is null or o.id is null end
  ) then
    raise exception 'a reversal exists as long as what it reverses' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create trigger ledger_reversals_added after insert on ledger_reversals
  referencing new table as changed for each statement execute function ledger_check_reversals();
create trigger ledger_reversals_removed after delete on ledger_reversals
  referencing old table as changed for each statement execute function ledger_check_reversals();

-- A transaction comes with its entries and its key, and a reversal is recorded.
create or replace function ledger_check_sum() returns trigger language plpgsql as $$
declare
  v_empty bigint;
  v_keyless bigint;
  v_reversals bigint;
begin
  select min(t.id) filter (where e.found is null), min(t.id) filter (where k.found is null), count(t.reverses)
    into v_empty, v_keyless, v_reversals from added t
    left join lateral (
      select 1 as found from ledger_entries x where x.transaction_id = t.id limit 1
    ) e on true left join lateral (
      select 1 as found from ledger_keys x where x.key = t.idempotency_key and x.transaction_id = t.id limit 1
    ) k on true;
  if v_empty is not null then
    raise exception 'transaction % has no entries', v_empty
      using errcode = 'check_violation', constraint = 'ledger_transactions_balance';
  end if;
  if v_keyless is not null then
    raise exception 'transaction % has no key', v_keyless using errcode = 'restrict_violation';
  end if;
  if v_reversals > 0 then
    insert into ledger_reversals (reversed, transaction_id)
      select t.reverses, t.id from added t where t.reverses is not null order by t.reverses;
  end if;
  return null;
end $$;

-- An order keeps the id of its transaction after that has been archived.
create function orders_check_transaction() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from ledger_transactions t where t.id = new.ledger_transaction) then
    raise exception 'there is no transaction %', new.ledger_transaction
      using errcode = 'foreign_key_violation', constraint = 'orders_ledger_transaction';
  end if;
  return null;
end $$;
create trigger orders_ledger_transaction after insert or update of ledger_transaction on orders
  for each row when (new.ledger_transaction is not null) execute function orders_check_transaction();

create or replace function ledger_post(
  p_kind text, p_key text, p_at timestamptz, p_data jsonb, p_entries jsonb, p_reverses bigint default null,
  out transaction_id bigint, out fresh boolean
) language plpgsql as $$
begin
  with keyed as (
    insert into ledger_keys as k (key, transaction_id) values (p_key, nextval('ledger_transactions_id_seq'))
      on conflict (key) do nothing returning k.transaction_id as id
  ), written as (
    insert into ledger_entries (transaction_id, account_id, amount)
      select keyed.id, named.account, sum(named.amount) from keyed cross join lateral (
        select e.amount, coalesce(
          case when e.member is not null
            then (select a.id from ledger_accounts a where a.member_id = e.member and a.asset = e.asset and a.scope = e.scope)
            else (select a.id from ledger_accounts a where a.system_name = e.system and a.asset = e.asset and a.scope = e.scope)
          end,
          ledger_account(e.member, e.system, e.asset, e.scope)) as account
        from (
          -- New accounts are made in one order, so that two posts never wait for each other.
          select * from jsonb_to_recordset(p_entries)
            as r(member bigint, system text, asset text, scope text, amount ledger_amount)
          order by r.member, r.system, r.asset, r.scope
        ) e
      ) named group by keyed.id, named.account
  ), posted as (
    -- PostgreSQL runs the parts that nothing reads from the last to the first. The transaction comes
    -- first, so that a second reversal is reported as such and not by the balance it would take.
    insert into ledger_transactions (id, kind, idempotency_key, reverses, data, created_at) overriding system value
      select keyed.id, p_kind, p_key, p_reverses, p_data, p_at from keyed
  )
  select keyed.id into transaction_id from keyed;
  fresh := transaction_id is not null;
  if fresh then return; end if;

  -- The key is taken. The same request gets the same answer; another request is a fault of the caller.
  select t.id into transaction_id from ledger_keys k join ledger_transactions t on t.id = k.transaction_id
    where k.key = p_key and t.kind = p_kind and t.reverses is not distinct from p_reverses;
  if transaction_id is null or exists (
    with wanted as (
      select r.member, r.system, r.asset, r.scope, sum(r.amount)
      from jsonb_to_recordset(p_entries) as r(member bigint, system text, asset text, scope text, amount ledger_amount)
      group by 1, 2, 3, 4
    ), written as (
      select a.member_id, a.system_name, a.asset, a.scope, e.amount
      from ledger_entries e join ledger_accounts a on a.id = e.account_id
      where e.transaction_id = ledger_post.transaction_id
    )
    (select * from wanted except select * from written) union all (select * from written except select * from wanted)
  ) then
    raise exception 'the key % was used for something else', p_key
      using errcode = 'unique_violation', constraint = 'ledger_key_reused';
  end if;
end $$;

-- Posts the opposite of every entry. An archived transaction can no longer be reversed.
create or replace function ledger_reverse(
  p_transaction bigint, p_kind text, p_key text, p_at timestamptz, out transaction_id bigint, out fresh boolean
) language plpgsql as $$
declare
  v_entries jsonb;
begin
  select jsonb_agg(jsonb_build_object('member', a.member_id, 'system', a.system_name,
      'asset', a.asset, 'scope', a.scope, 'amount', (-e.amount)::text))
    into v_entries
    from ledger_entries e join ledger_accounts a on a.id = e.account_id where e.transaction_id = p_transaction;
  if v_entries is null and p_transaction between 1 and (select max(d.up_to) from ledger_detachments d) then
    raise exception 'transaction % is archived', p_transaction using errcode = 'no_data_found';
  end if;
  if v_entries is null then
    raise exception 'there is no transaction % to reverse', p_transaction using errcode = 'foreign_key_violation';
  end if;
  select p.transaction_id, p.fresh into transaction_id, fresh
    from ledger_post(p_kind, p_key, p_at, '{}', v_entries, p_transaction) p;
end $$;

-- Posts an array of {kind, key, at, data, entries, reverses} in one statement, all or none, and
-- returns a row for each, counted from 1. A key that occurs twice in the array posts once.
create function ledger_post_all(p_posts jsonb)
returns table ("position" integer, transaction_id bigint, fresh boolean) language plpgsql as $$
declare
  v_keys text[];
  v_ids bigint[];
  v_reused text;
begin
  -- Opens the accounts that are missing with one statement, in the same order as ledger_post.
  insert into ledger_accounts (member_id, system_name, asset, scope)
    select named.member, named.system, named.asset, named.scope from (
      select e.member, e.system, e.asset, e.scope
      from jsonb_to_recordset(p_posts) as r(entries jsonb) cross join lateral jsonb_to_recordset(r.entries)
        as e(member bigint, system text, asset text, scope text)
      group by e.member, e.system, e.asset, e.scope
    ) named
    where case when named.member is not null
      then (select a.id from ledger_accounts a
        where a.member_id = named.member and a.asset = named.asset and a.scope = named.scope)
      else (select a.id from ledger_accounts a
        where a.system_name = named.system and a.asset = named.asset and a.scope = named.scope)
    end is null
    order by named.member, named.system, named.asset, named.scope
    on conflict do nothing;
  with asked as (
    select distinct on (r.key) r.*
    from rows from (jsonb_to_recordset(p_posts)
      as (kind text, key text, at timestamptz, data jsonb, entries jsonb, reverses bigint))
      with ordinality as r(kind, key, at, data, entries, reverses, place)
    order by r.key, r.place
  ), keyed as (
    -- Keys are taken in one order, so that two batches never wait for each other.
    insert into ledger_keys as k (key, transaction_id)
      select asked.key, nextval('ledger_transactions_id_seq') from asked order by asked.key
      on conflict (key) do nothing returning k.transaction_id as id, k.key
  ), written as (
    insert into ledger_entries (transaction_id, account_id, amount)
      select named.id, named.account, sum(named.amount) from (
        select e.id, e.amount, coalesce(
          case when e.member is not null
            then (select a.id from ledger_accounts a where a.member_id = e.member and a.asset = e.asset and a.scope = e.scope)
            else (select a.id from ledger_accounts a where a.system_name = e.system and a.asset = e.asset and a.scope = e.scope)
          end,
          ledger_account(e.member, e.system, e.asset, e.scope)) as account
        from (
          select keyed.id, r.* from keyed join asked on asked.key = keyed.key
            cross join lateral jsonb_to_recordset(asked.entries)
              as r(member bigint, system text, asset text, scope text, amount ledger_amount)
          order by r.member, r.system, r.asset, r.scope
        ) e
      ) named group by named.id, named.account
  ), posted as (
    insert into ledger_transactions (id, kind, idempotency_key, reverses, data, created_at) overriding system value
      select keyed.id, asked.kind, asked.key, asked.reverses, coalesce(asked.data, '{}'), asked.at
      from keyed join asked on asked.key = keyed.key
  )
  select array_agg(keyed.key), array_agg(keyed.id) into v_keys, v_ids from keyed;

  if cardinality(v_keys) = jsonb_array_length(p_posts) then
    return query
      select r.place::integer, mine.id, true
      from rows from (jsonb_to_recordset(p_posts) as (key text)) with ordinality as r(key, place)
      join unnest(v_keys, v_ids) as mine(key, id) on mine.key = r.key;
    return;
  end if;

  -- Some keys are taken. The same request gets the same answer; another request is a fault of the caller.
  with asked as (
    select r.place, r.key, r.entries, t.id
    from rows from (jsonb_to_recordset(p_posts) as (kind text, key text, entries jsonb, reverses bigint))
      with ordinality as r(kind, key, entries, reverses, place)
    left join ledger_keys k on k.key = r.key
    left join ledger_transactions t
      on t.id = k.transaction_id and t.kind = r.kind and t.reverses is not distinct from r.reverses
  ), wanted as (
    select asked.place, asked.key, r.member, r.system, r.asset, r.scope, sum(r.amount)
    from asked cross join lateral jsonb_to_recordset(asked.entries)
      as r(member bigint, system text, asset text, scope text, amount ledger_amount)
    group by 1, 2, 3, 4, 5, 6
  ), written as (
    select asked.place, asked.key, a.member_id, a.system_name, a.asset, a.scope, e.amount
    from asked join ledger_entries e on e.transaction_id = asked.id join ledger_accounts a on a.id = e.account_id
  )
  select min(other.key) into v_reused from (
    select asked.key from asked where asked.id is null
    union all select missing.key from (select * from wanted except select * from written) missing
    union all select surplus.key from (select * from written except select * from wanted) surplus
  ) other;
  if v_reused is not null then
    raise exception 'the key % was used for something else', v_reused
      using errcode = 'unique_violation', constraint = 'ledger_key_reused';
  end if;
  return query
    select r.place::integer, k.transaction_id,
      mine.id is not null and row_number() over (partition by r.key order by r.place) = 1
    from rows from (jsonb_to_recordset(p_posts) as (key text)) with ordinality as r(key, place)
    join ledger_keys k on k.key = r.key
    left join unnest(v_ids) as mine(id) on mine.id = k.transaction_id;
end $$;

-- A partition begins an hour before a season. Seasons that were published before have no job for it.
insert into jobs (kind, payload, key, due_at, created_at)
  select 'season.begin-partition', jsonb_build_object('id', s.id), 'season.begin-partition:' || s.id,
    s.start_at - interval '1 hour', now()
  from seasons s where s.state = 'PUBLISHED' and s.start_at > now()
  on conflict (key) do nothing;
