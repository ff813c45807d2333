-- The mail about a connected wallet shows its address. Alerts about a reset password and a locked PIN have
-- codes of their own: what they ask of the member differs from a changed password and a replaced PIN.
alter table security_events add column address text;

update alerts a set code = 'PASSWORD_RESET'
  from security_events e
  where a.code = 'PASSWORD_CHANGED' and e.kind = 'PASSWORD_RESET'
    and e.member_id = a.member_id and e.created_at = a.created_at;

update alerts a set code = 'PIN_LOCKED'
  from security_events e
  where a.code = 'PIN_RESET' and e.kind = 'PIN_LOCKED'
    and e.member_id = a.member_id and e.created_at = a.created_at;
