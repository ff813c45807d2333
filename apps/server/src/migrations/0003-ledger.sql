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
);

create table ledger_transactions (
  id bigint generated always as identity primary key,
  kind text not null,
  idempotency_key text not null constraint ledger_transactions_key unique,
  reverses bigint constraint ledger_transactions_reversed_once unique references ledger_transactions (id),
  data jsonb not null default '{}',
  created_at timestamptz not null
);

create table ledger_entries (
  transaction_id bigint not null references ledger_transactions (id),
  account_id bigint not null references ledger_accounts (id),
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
-- would change a fact that somebody has already read.
create function ledger_apply_entries() returns trigger language plpgsql as $$
begin
  if (select count(*) from added) <>
     (select count(*) from ledger_entries e where e.transaction_id in (select n.transaction_id from added n)) then
    raise exception 'the entries of a transaction are written at once' using errcode = 'restrict_violation';
  end if;
  update ledger_accounts a set balance = a.balance + e.amount
    from added e where a.id = e.account_id and a.member_id is not null;
  return null;
end $$;
create trigger ledger_entries_move_balances after insert on ledger_entries
  referencing new table as added for each statement execute function ledger_apply_entries();

create function ledger_guard_account() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and pg_trigger_depth() > 1
     and (new.id, new.member_id, new.system_name, new.asset, new.scope)
         is not distinct from (old.id, old.member_id, old.system_name, old.asset, old.scope) then
    return new;
  end if;
  raise exception 'a balance moves by entries only' using errcode = 'restrict_violation';
end $$;
create trigger ledger_accounts_guarded before update or delete on ledger_accounts
  for each row execute function ledger_guard_account();
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
  if exists (
    select 1 from ledger_entries e join ledger_accounts a on a.id = e.account_id
    where e.transaction_id = new.id group by a.asset, a.scope having sum(e.amount) <> 0
  ) or not exists (select 1 from ledger_entries e where e.transaction_id = new.id) then
    raise exception 'transaction % does not balance', new.id
      using errcode = 'check_violation', constraint = 'ledger_transactions_balance';
  end if;
  return null;
end $$;
create constraint trigger ledger_transactions_balance after insert on ledger_transactions
  deferrable initially deferred for each row execute function ledger_check_sum();
-- One round trip: accounts, locks in account order, transaction, entries. An entry names its account
-- as {"member": id} or {"system": name}, with asset, scope and amount.
create function ledger_post(
  p_kind text, p_key text, p_at timestamptz, p_data jsonb, p_entries jsonb, p_reverses bigint default null
) returns table (transaction_id bigint, fresh boolean) language plpgsql as $$
declare
  v_id bigint;
  v_accounts bigint[];
  v_amounts numeric[];
begin
  -- A key that is taken costs one look. Who comes second waits at the unique index below.
  select t.id into v_id from ledger_transactions t where t.idempotency_key = p_key;
  if v_id is null then
    insert into ledger_transactions (kind, idempotency_key, reverses, data, created_at)
      values (p_kind, p_key, p_reverses, p_data, p_at)
      on conflict (idempotency_key) do nothing returning id into v_id;
    if v_id is not null then
      select array_agg(x.id order by x.id), array_agg(x.amount order by x.id)
        into v_accounts, v_amounts
        from (
          select ledger_account(e.member, e.system, e.asset, coalesce(e.scope, '')) as id, sum(e.amount) as amount
          from (
            -- New accounts are made in one order too, so that two posts never wait for each other.
            select * from jsonb_to_recordset(p_entries) as r(member bigint, system text, asset text, scope text, amount numeric)
            order by member, system, asset, scope
          ) e
          group by 1
        ) x;
      perform 1 from ledger_accounts a where a.id = any (v_accounts) and a.member_id is not null
        order by a.id for no key update;
      insert into ledger_entries (transaction_id, account_id, amount)
        select v_id, u.account_id, u.amount from unnest(v_accounts, v_amounts) as u(account_id, amount);
      return query select v_id, true;
      return;
    end if;
    select t.id into v_id from ledger_transactions t where t.idempotency_key = p_key;
  end if;
  if not exists (select 1 from ledger_transactions t where t.id = v_id and t.kind = p_kind) then
    raise exception 'the key % was used for something else', p_key
      using errcode = 'unique_violation', constraint = 'ledger_key_reused';
  end if;
  return query select v_id, false;
end $$;

create function ledger_account(p_member bigint, p_system text, p_asset text, p_scope text)
returns bigint language plpgsql as $$
declare
  v_id bigint;
begin
  loop
    if p_member is not null then
      select id into v_id from ledger_accounts where member_id = p_member and asset = p_asset and scope = p_scope;
    else
      select id into v_id from ledger_accounts where system_name = p_system and asset = p_asset and scope = p_scope;
    end if;
    if v_id is not null then return v_id; end if;
    insert into ledger_accounts (member_id, system_name, asset, scope)
      values (p_member, p_system, p_asset, p_scope)
      on conflict do nothing returning id into v_id;
    if v_id is not null then return v_id; end if;
  end loop;
end $$;

create function ledger_reverse(p_transaction bigint, p_kind text, p_key text, p_at timestamptz)
returns table (transaction_id bigint, fresh boolean) language plpgsql as $$
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
  return query select * from ledger_post(p_kind, p_key, p_at, '{}', v_entries, p_transaction);
end $$;
