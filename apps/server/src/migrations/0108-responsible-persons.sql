-- Every call of an operator belongs to a person: a person answers for themselves, and for a machine
-- whoever appointed it, also through other machines. Nobody answers for the token of the environment,
-- for tokens of the first releases, and for machines of a disabled person.
create function responsible_for(of_operator bigint) returns bigint language sql stable as $$
  with recursive chain (id, kind, appointed_by, disabled_at) as (
    select o.id, o.kind, o.appointed_by, o.disabled_at from operators o where o.id = of_operator
    union
    select o.id, o.kind, o.appointed_by, o.disabled_at
    from chain c join operators o on o.id = c.appointed_by
    where c.kind = 'MACHINE'
  )
  select id from chain where kind = 'PERSON' and disabled_at is null
$$;

-- Whoever appointed a person could be that person, so a new one does not count beside them for a day.
create function is_new_appointee(other operators, of_person bigint, decided timestamptz)
returns boolean language sql stable as $$
  select responsible_for(other.appointed_by) is not distinct from of_person
    and greatest(other.created_at, other.role_changed_at) > decided - interval '24 hours'
$$;

-- A person who can approve beside this one, or lost the right so recently that the wait of the solo
-- rule has not passed; it begins when nobody else counts any more.
create function counts_beside(
  other operators, person bigint, roles jsonb, decided timestamptz, solo_wait interval)
returns boolean language sql stable as $$
  select other.id <> person and other.kind = 'PERSON' and other.enrolled_at is not null and (
    (other.disabled_at is null and roles ? other.role
      and not is_new_appointee(other, person, decided))
    or (roles ? other.role
      and coalesce(other.disabled_at > decided - interval '7 days' - solo_wait, false))
    or exists (
      select from operator_former_roles f
      where f.operator_id = other.id and roles ? f.role
        and f.ended_at > decided - interval '7 days' - solo_wait
    )
  )
$$;

-- Addresses of operators are needed only while a proposal waits. Its hash and the name stay.
create function without_addresses(changes jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(
    case when change ->> 'field' = 'email'
      then change || '{"before": null, "after": null}' else change end
    order by place), '[]')
  from jsonb_array_elements(changes) with ordinality listed (change, place)
$$;

drop trigger approvals_guarded on approvals;
alter table approvals
  add column responsible_by bigint references operators (id),
  drop constraint approvals_withdrawn_by_requester,
  add constraint approvals_withdrawn_by_requester check (
    state <> 'WITHDRAWN' or decided_by = requested_by or coalesce(decided_by = responsible_by, false)
  );
update approvals set responsible_by = responsible_for(requested_by);
update approvals
set body = body - 'email', facts = facts - 'email', changes = without_addresses(changes)
where state <> 'WAITING' and call in ('operator.addOperator', 'operator.change');

-- A decision is made once, by a person with one of the roles, and changes nothing else.
create or replace function approvals_guard() returns trigger language plpgsql as $$
declare
  approver operators%rowtype;
begin
  if tg_op = 'INSERT' then
    if new.state <> 'WAITING' then
      raise exception 'a proposal begins waiting' using errcode = 'restrict_violation';
    end if;
    -- Stored, so that rotating a token later does not change who is excluded.
    new.responsible_by := responsible_for(new.requested_by);
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
    if new.responsible_by is null then
      raise exception 'nobody answers for proposal %', old.id using errcode = 'restrict_violation';
    end if;
    select * into approver from operators where id = new.decided_by;
    if approver.kind <> 'PERSON' or approver.disabled_at is not null or approver.enrolled_at is null
      or not new.approver_roles ? approver.role then
      raise exception 'operator % cannot approve', new.decided_by using errcode = 'restrict_violation';
    end if;
    if new.is_solo then
      if new.decided_by <> new.responsible_by then
        raise exception 'operator % cannot confirm alone', new.decided_by
          using errcode = 'restrict_violation';
      end if;
      if exists (
        select from operators o where counts_beside(
          o, new.responsible_by, new.approver_roles, new.decided_at,
          new.confirmable_at - new.requested_at)
      ) then
        raise exception 'another person can approve %', old.id using errcode = 'restrict_violation';
      end if;
    elsif new.decided_by = new.responsible_by
      or is_new_appointee(approver, new.responsible_by, new.decided_at) then
      raise exception 'operator % is no second person', new.decided_by
        using errcode = 'restrict_violation';
    end if;
  end if;
  if new.state <> 'WAITING' and new.call in ('operator.addOperator', 'operator.change') then
    new.body := new.body - 'email';
    new.facts := new.facts - 'email';
    new.changes := without_addresses(new.changes);
  end if;
  return new;
end $$;
create trigger approvals_guarded before insert or update on approvals
  for each row execute function approvals_guard();

-- The sums of a day are compared across operators.
create index operator_day_sums_of_day on operator_day_sums (day, kind);
