-- A proposal of another enrolment link names the person's address, which is needed only while it
-- waits, as for the other calls about operators.
drop trigger approvals_guarded on approvals;
update approvals set facts = facts - 'email'
where state <> 'WAITING' and call = 'operator.sendEnrolment';

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
  if new.state <> 'WAITING'
    and new.call in ('operator.addOperator', 'operator.change', 'operator.sendEnrolment') then
    new.body := new.body - 'email';
    new.facts := new.facts - 'email';
    new.changes := without_addresses(new.changes);
  end if;
  return new;
end $$;
create trigger approvals_guarded before insert or update on approvals
  for each row execute function approvals_guard();
