-- Double entry for every asset. Only members' accounts carry a balance: a system account's is the
-- sum of its entries, so no two members ever wait for the same row.
create table ledger_accounts (
  id bigint generated always as identity primary key,
  member_id bigint references members (id),
  system_name text,
  asset text not null,
  -- What the asset belongs to, such as a season; empty where it belongs to the programme as a whole.
  scope text not null default '',
  balance numeric(78, 0) not null default 0,
  constraint ledger_accounts_one_owner check ((member_id is null) <> (system_name is null)),
  constraint ledger_balance_not_negative check (balance >= 0),
  constraint ledger_system_carries_none check (system_name is null or balance = 0),
  constraint ledger_accounts_of_member unique (member_id, asset, scope),
  constraint ledger_accounts_of_system unique (system_name, asset, scope)
) with (fillfactor = 80); -- Room for the next balance on the same page.

create table ledger_transactions (
  id bigint generated always as identity primary key,
  kind text not null,
  idempotency_key text not null constraint ledger_transactions_key unique,
  reverses bigint references ledger_transactions (id),
  data jsonb not null default '{}',
  created_at timestamptz not null
);
create unique index ledger_transactions_reversed_once on ledger_transactions (reverses) where reverses is not null;

-- No foreign keys: theirs would be a lock on a system account's row with every write. The trigger
-- below looks for transaction and accounts instead, and neither can be deleted.
create table ledger_entries (
  transaction_id bigint not null,
  account_id bigint not null,
  amount numeric(78, 0) not null constraint ledger_entries_not_zero check (amount <> 0),
  primary key (transaction_id, account_id)
);
create index ledger_entries_of_account on ledger_entries (account_id, transaction_id desc);

create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: a correction is a reversal' using errcode = 'restrict_violation';
end $$;
create trigger ledger_transactions_append_only before update or delete or truncate on ledger_transactions
  for each statement execute function ledger_refuse_change();
create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function ledger_refuse_change();

-- The only way a balance moves. All entries of a transaction come in one statement: what came later
-- would change a fact that somebody has already read. Balances are locked in account order.
create function ledger_apply_entries() returns trigger language plpgsql as $$
declare
  v_transaction bigint;
  v_count integer := 0;
  v_entry record;
begin
  for v_entry in
    select n.transaction_id, n.account_id, n.amount, a.id as known_account, a.member_id
    from added n left join ledger_accounts a on a.id = n.account_id order by n.account_id
  loop
    v_transaction := coalesce(v_transaction, v_entry.transaction_id);
    if v_entry.transaction_id <> v_transaction or v_entry.known_account is null then
      raise exception 'a statement writes the entries of one transaction, to accounts that exist'
        using errcode = 'restrict_violation';
    end if;
    v_count := v_count + 1;
    if v_entry.member_id is not null then
      update ledger_accounts a set balance = a.balance + v_entry.amount where a.id = v_entry.account_id;
    end if;
  end loop;
  if v_count <> (
    select count(*) from ledger_entries e
    where e.transaction_id = v_transaction and exists (select 1 from ledger_transactions t where t.id = v_transaction)
  ) then
    raise exception 'the entries of a transaction are written at once' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create trigger ledger_entries_move_balances after insert on ledger_entries
  referencing new table as added for each statement execute function ledger_apply_entries();

create function ledger_guard_account() returns trigger language plpgsql as $$
begin
  raise exception 'a balance moves by entries only' using errcode = 'restrict_violation';
end $$;
create trigger ledger_accounts_guarded before update on ledger_accounts for each row
  when (pg_trigger_depth() < 1
    or (new.id, new.member_id, new.system_name, new.asset, new.scope)
       is distinct from (old.id, old.member_id, old.system_name, old.asset, old.scope))
  execute function ledger_guard_account();
create trigger ledger_accounts_kept before delete or truncate on ledger_accounts
  for each statement execute function ledger_guard_account();
create function ledger_start_at_zero() returns trigger language plpgsql as $$
begin
  new.balance := 0;
  return new;
end $$;
create trigger ledger_accounts_start_at_zero before insert on ledger_accounts
  for each row execute function ledger_start_at_zero();

-- Checked at commit: what is taken somewhere arrives somewhere, asset by asset.
create function ledger_check_sum() returns trigger language plpgsql as $$
begin
  if (
    select bool_and(s.total = 0) from (
      select sum(e.amount) as total from ledger_entries e join ledger_accounts a on a.id = e.account_id
      where e.transaction_id = new.id group by a.asset, a.scope
    ) s
  ) is not true then
    raise exception 'transaction % does not balance', new.id
      using errcode = 'check_violation', constraint = 'ledger_transactions_balance';
  end if;
  return null;
end $$;
create constraint trigger ledger_transactions_balance after insert on ledger_transactions
  deferrable initially deferred for each row execute function ledger_check_sum();

-- Whole, and never rounded on the way in.
create domain ledger_amount as numeric
  constraint ledger_amount_whole check (value = trunc(value) and abs(value) < 1e78);

-- Finds an account or makes it. Who comes second waits for the first to commit, and then finds it.
create function ledger_account(p_member bigint, p_system text, p_asset text, p_scope text)
returns bigint language plpgsql as $$
declare
  v_id bigint;
begin
  loop
    insert into ledger_accounts (member_id, system_name, asset, scope)
      values (p_member, p_system, p_asset, p_scope)
      on conflict do nothing returning id into v_id;
    if v_id is null then
      select a.id into v_id from ledger_accounts a
        where a.member_id is not distinct from p_member and a.system_name is not distinct from p_system
          and a.asset = p_asset and a.scope = p_scope;
    end if;
    if v_id is not null then return v_id; end if;
  end loop;
end $$;

-- One round trip: transaction, accounts, entries, balances. An entry names its account as
-- {"member": id} or {"system": name}, with asset, scope and amount.
create function ledger_post(
  p_kind text, p_key text, p_at timestamptz, p_data jsonb, p_entries jsonb, p_reverses bigint default null,
  out transaction_id bigint, out fresh boolean
) language plpgsql as $$
begin
  insert into ledger_transactions as t (kind, idempotency_key, reverses, data, created_at)
    values (p_kind, p_key, p_reverses, p_data, p_at)
    on conflict (idempotency_key) do nothing returning t.id into transaction_id;
  fresh := transaction_id is not null;
  if fresh then
    insert into ledger_entries (transaction_id, account_id, amount)
      select ledger_post.transaction_id, named.account, sum(named.amount) from (
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
      ) named group by named.account;
    return;
  end if;

  -- The key is taken. The same wish gets the same answer; another wish is a mistake of the caller's.
  select t.id into transaction_id from ledger_transactions t
    where t.idempotency_key = p_key and t.kind = p_kind and t.reverses is not distinct from p_reverses;
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

-- The opposite of every entry. Whoever spent what is taken back stops it, like any other spending.
create function ledger_reverse(
  p_transaction bigint, p_kind text, p_key text, p_at timestamptz, out transaction_id bigint, out fresh boolean
) language plpgsql as $$
declare
  v_entries jsonb;
begin
  select jsonb_agg(jsonb_build_object('member', a.member_id, 'system', a.system_name,
      'asset', a.asset, 'scope', a.scope, 'amount', (-e.amount)::text))
    into v_entries
    from ledger_entries e join ledger_accounts a on a.id = e.account_id where e.transaction_id = p_transaction;
  if v_entries is null then
    raise exception 'there is no transaction % to reverse', p_transaction using errcode = 'no_data_found';
  end if;
  select p.transaction_id, p.fresh into transaction_id, fresh
    from ledger_post(p_kind, p_key, p_at, '{}', v_entries, p_transaction) p;
end $$;
