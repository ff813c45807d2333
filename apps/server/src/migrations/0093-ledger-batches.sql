-- A statement writes whole transactions: the rows of ledger_transactions and all their entries. The
-- checks run once per statement, so that a batch of postings costs no query per posting.

-- Verifies the entries of a statement and moves the balances, in the order of the account ids, so
-- that two concurrent batches never wait for each other. A plan is kept for statements of any size.
-- LIMIT and OFFSET keep the planner from joining whole tables, which would suit large batches only.
create or replace function ledger_apply_entries() returns trigger language plpgsql as $$
declare
  v_unknown boolean;
  v_unbalanced bigint;
  v_members bigint;
  v_entries bigint;
  v_account bigint;
  v_amount numeric;
  v_ids bigint[];
  v_amounts jsonb;
begin
  select bool_or(per_sum.unknown), min(per_sum.transaction_id) filter (where per_sum.total <> 0),
      sum(per_sum.members), sum(per_sum.entries), min(per_sum.account), sum(per_sum.amount)
    into v_unknown, v_unbalanced, v_members, v_entries, v_account, v_amount
    from (
      select n.transaction_id, sum(n.amount) as total, bool_or(a.id is null) as unknown,
        count(a.member_id) as members, count(*) as entries,
        min(a.id) filter (where a.member_id is not null) as account,
        sum(n.amount) filter (where a.member_id is not null) as amount
      from added n left join lateral (
        select b.id, b.asset, b.scope, b.member_id from ledger_accounts b where b.id = n.account_id limit 1
      ) a on true
      group by n.transaction_id, a.asset, a.scope
    ) per_sum;
  if v_unknown then
    raise exception 'a statement writes whole transactions, to accounts that exist' using errcode = 'restrict_violation';
  end if;
  -- Entries that come later would change a fact that somebody has already read.
  if v_entries <> (
    select count(*) from (select distinct n.transaction_id as id from added n) w
    join lateral (select 1 from ledger_transactions x where x.id = w.id limit 1) t on true
    join lateral (select 1 from ledger_entries x where x.transaction_id = w.id offset 0) e on true
  ) then
    raise exception 'the entries of a transaction are written at once' using errcode = 'restrict_violation';
  end if;
  if v_unbalanced is not null then
    raise exception 'transaction % does not balance', v_unbalanced
      using errcode = 'check_violation', constraint = 'ledger_transactions_balance';
  end if;
  if v_members = 1 then
    update ledger_accounts a set balance = a.balance + v_amount where a.id = v_account;
  elsif v_members > 1 then
    -- Locks the accounts. An array of ids is always found by index, whatever the number of accounts.
    select array_agg(locked.id), jsonb_object_agg(locked.id, locked.amount) into v_ids, v_amounts
      from (
        select a.id, moved.amount
        from (select n.account_id, sum(n.amount) as amount from added n group by n.account_id
          order by n.account_id) moved
        join lateral (
          select b.id from ledger_accounts b where b.id = moved.account_id and b.member_id is not null
          limit 1 for no key update
        ) a on true
      ) locked;
    update ledger_accounts a set balance = a.balance + (v_amounts ->> a.id::text)::numeric
      where a.id = any (v_ids);
  end if;
  return null;
end $$;

-- A transaction and its entries are written by one statement, so this is known before it ends.
create or replace function ledger_check_sum() returns trigger language plpgsql as $$
declare
  v_empty bigint;
begin
  select t.id into v_empty from added t left join lateral (
      select 1 as found from ledger_entries x where x.transaction_id = t.id limit 1
    ) e on true where e.found is null limit 1;
  if v_empty is not null then
    raise exception 'transaction % has no entries', v_empty
      using errcode = 'check_violation', constraint = 'ledger_transactions_balance';
  end if;
  return null;
end $$;
drop trigger ledger_transactions_balance on ledger_transactions;
create trigger ledger_transactions_balance after insert on ledger_transactions
  referencing new table as added for each statement execute function ledger_check_sum();

-- Moves standings with season XP. The conditions on an account are part of its lookup, as above.
create or replace function season_xp_moved() returns trigger language plpgsql as $$
declare
  v_move record;
  v_from bigint;
  v_to bigint;
begin
  for v_move in
    select s.id as season_id, a.member_id, n.amount::bigint as xp, s.start_at, t.created_at,
      (t.data ->> 'roundId')::bigint as round_id, coalesce((t.data ->> 'checkInDay')::boolean, false) as check_in_day
    from added n join lateral (
      select b.member_id, b.scope from ledger_accounts b
      where b.id = n.account_id and b.asset = 'SEASON_XP' and b.member_id is not null
        and b.scope ~ '^season:[0-9]{1,18}$' limit 1
    ) a on true join lateral (
      select x.created_at, x.data from ledger_transactions x where x.id = n.transaction_id limit 1
    ) t on true join seasons s on s.id = substr(a.scope, 8)::bigint
    order by a.member_id
  loop
    v_from := (select st.score from season_standings st
      where st.season_id = v_move.season_id and st.member_id = v_move.member_id and st.xp > 0);
    insert into season_standings as st (season_id, member_id, xp, score)
      values (v_move.season_id, v_move.member_id, v_move.xp,
        season_score(v_move.xp, v_move.start_at, v_move.created_at))
      on conflict (season_id, member_id) do update set xp = st.xp + excluded.xp,
        score = season_score(st.xp + excluded.xp, v_move.start_at, v_move.created_at)
      returning case when st.xp > 0 then st.score end into v_to;
    if v_move.round_id is not null then
      insert into round_standings as r (round_id, member_id, xp, check_in_days)
        values (v_move.round_id, v_move.member_id, v_move.xp, v_move.check_in_day::integer)
        on conflict (round_id, member_id) do update
          set xp = r.xp + excluded.xp, check_in_days = r.check_in_days + excluded.check_in_days;
    end if;
    insert into ranking_moves (season_id, from_score, to_score, round_id, round_xp)
      values (v_move.season_id, v_from, v_to, v_move.round_id,
        case when v_move.round_id is null then 0 else v_move.xp end);
  end loop;
  return null;
end $$;

create or replace function ledger_post(
  p_kind text, p_key text, p_at timestamptz, p_data jsonb, p_entries jsonb, p_reverses bigint default null,
  out transaction_id bigint, out fresh boolean
) language plpgsql as $$
begin
  with posted as (
    insert into ledger_transactions as t (kind, idempotency_key, reverses, data, created_at)
      values (p_kind, p_key, p_reverses, p_data, p_at)
      on conflict (idempotency_key) do nothing returning t.id
  ), written as (
    insert into ledger_entries (transaction_id, account_id, amount)
      select posted.id, named.account, sum(named.amount) from posted cross join lateral (
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
      ) named group by posted.id, named.account
  )
  select posted.id into transaction_id from posted;
  fresh := transaction_id is not null;
  if fresh then return; end if;

  -- The key is taken. The same request gets the same answer; another request is a fault of the caller.
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
