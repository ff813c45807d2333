-- Actions above a threshold wait here for a second person. A proposal never changes: another wish is
-- another proposal. It keeps everything that is needed to run the call and to show what was approved.
create table approvals (
  id bigint generated always as identity primary key,
  call text not null,
  rule text not null,
  causes jsonb not null,
  subject text not null,
  params jsonb,
  body jsonb,
  body_hash text not null,
  facts jsonb not null,
  changes jsonb not null,
  figures jsonb not null,
  reason text,
  approver_roles jsonb not null,
  requested_by bigint not null references operators (id),
  requested_at timestamptz not null,
  confirmable_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null default 'WAITING',
  decided_by bigint references operators (id),
  decided_at timestamptz,
  decision_reason text,
  is_solo boolean not null default false,
  constraint approvals_state_known
    check (state in ('WAITING', 'APPROVED', 'DECLINED', 'WITHDRAWN', 'EXPIRED', 'OUTDATED')),
  constraint approvals_hash_form check (body_hash ~ '^[0-9a-f]{64}$'),
  constraint approvals_times check (confirmable_at >= requested_at and expires_at > confirmable_at),
  constraint approvals_decided_once check ((state = 'WAITING') = (decided_at is null)),
  constraint approvals_decided_by_somebody
    check (state not in ('APPROVED', 'DECLINED', 'WITHDRAWN') or decided_by is not null),
  constraint approvals_by_another_person
    check (state <> 'APPROVED' or decided_by <> requested_by or is_solo),
  constraint approvals_solo_after_the_wait
    check (not is_solo or (state = 'APPROVED' and decided_at >= confirmable_at)),
  constraint approvals_in_time check (state <> 'APPROVED' or decided_at < expires_at),
  constraint approvals_withdrawn_by_requester check (state <> 'WITHDRAWN' or decided_by = requested_by),
  constraint approvals_declined_with_reason check (state <> 'DECLINED' or decision_reason is not null)
);
-- The same call with the same input waits once, however often and by whomever it is sent.
create unique index approvals_waiting_once on approvals (call, body_hash) where state = 'WAITING';
create index approvals_of_requester on approvals (requested_by, id desc);

-- The roles that operators had before: whoever lost one still counts as a second person for some days,
-- so that nobody becomes alone by demoting a colleague, not even in several steps.
create table operator_former_roles (
  operator_id bigint not null references operators (id),
  role text not null,
  ended_at timestamptz not null,
  primary key (operator_id, role)
);
create function operators_keep_former_role() returns trigger language plpgsql as $$
begin
  insert into operator_former_roles (operator_id, role, ended_at)
  values (old.id, old.role, coalesce(new.role_changed_at, now()))
  on conflict (operator_id, role) do update set ended_at = excluded.ended_at;
  return null;
end $$;
create trigger operators_former_role after update of role on operators
  for each row when (old.role <> new.role) execute function operators_keep_former_role();

create function approvals_refuse_removal() returns trigger language plpgsql as $$
begin
  raise exception 'approvals are kept' using errcode = 'restrict_violation';
end $$;
create trigger approvals_stay before delete or truncate on approvals
  for each statement execute function approvals_refuse_removal();

-- A decision is made once, by a person with one of the roles, and changes nothing else.
create function approvals_guard() returns trigger language plpgsql as $$
declare
  approver operators%rowtype;
begin
  if tg_op = 'INSERT' then
    if new.state <> 'WAITING' then
      raise exception 'a proposal begins waiting' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if old.state <> 'WAITING' then
    raise exception 'proposal % is decided', old.id using errcode = 'restrict_violation';
  end if;
  if (to_jsonb(new) - '{state,decided_by,decided_at,decision_reason,is_solo}'::text[])
    <> (to_jsonb(old) - '{state,decided_by,decided_at,decision_reason,is_solo}'::text[]) then
    raise exception 'proposal % cannot change', old.id using errcode = 'restrict_violation';
  end if;
  if new.state = 'APPROVED' then
    select * into approver from operators where id = new.decided_by;
    if approver.kind <> 'PERSON' or approver.disabled_at is not null
      or not new.approver_roles ? approver.role then
      raise exception 'operator % cannot approve', new.decided_by using errcode = 'restrict_violation';
    end if;
    if approver.appointed_by = new.requested_by and not new.is_solo
      and approver.created_at > new.decided_at - interval '24 hours' then
      raise exception 'operator % is too new', new.decided_by using errcode = 'restrict_violation';
    end if;
    if new.is_solo and new.decided_by = new.requested_by and exists (
      select from operators o
      where o.id <> new.decided_by and o.kind = 'PERSON' and o.enrolled_at is not null
        and (o.disabled_at is null or o.disabled_at > new.decided_at - interval '7 days')
        and (new.approver_roles ? o.role or exists (
          select from operator_former_roles f
          where f.operator_id = o.id and new.approver_roles ? f.role
            and f.ended_at > new.decided_at - interval '7 days'))
        and (o.appointed_by is distinct from new.requested_by
          or o.created_at <= new.decided_at - interval '24 hours')
    ) then
      raise exception 'another person can approve %', old.id using errcode = 'restrict_violation';
    end if;
  end if;
  return new;
end $$;
create trigger approvals_guarded before insert or update on approvals
  for each row execute function approvals_guard();

-- The amounts up to which one operator acts alone. The newest row applies; without one, the defaults.
create table approval_policies (
  id bigint generated always as identity primary key,
  policy jsonb not null,
  set_by bigint not null references operators (id),
  set_at timestamptz not null
);
create trigger approval_policies_stay before update or delete or truncate on approval_policies
  for each statement execute function approvals_refuse_removal();

-- The sums that an operator moved alone on a programme day. The row is locked while a call is judged,
-- so that neither splitting nor concurrent calls exceed the limit.
create table operator_day_sums (
  operator_id bigint not null references operators (id),
  day date not null,
  kind text not null,
  amount numeric(40, 0) not null,
  primary key (operator_id, day, kind),
  constraint operator_day_sums_positive check (amount >= 0)
);
