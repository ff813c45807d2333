-- A first PIN and a first wallet pause payouts for 48 hours. Before 0055 they left no event, so those of
-- the last 48 hours get theirs now. They count as mailed: the mail would come too late to be about them.
insert into security_events (member_id, kind, created_at, mailed_at)
  select m.id, 'PIN_SET', m.pin_first_set_at, m.pin_first_set_at
  from members m
  where m.deleted_at is null and m.pin_first_set_at > now() - interval '48 hours'
    and not exists (select 1 from security_events e where e.member_id = m.id and e.kind = 'PIN_SET');

insert into security_events (member_id, kind, created_at, mailed_at)
  select r.member_id, 'WALLET_REGISTERED', r.registered_at, r.registered_at
  from wallet_registrations r
  where r.registered_at > now() - interval '48 hours'
    and not exists (select 1 from wallet_registrations b where b.member_id = r.member_id and b.id < r.id)
    and not exists (select 1 from security_events e
      where e.member_id = r.member_id and e.kind = 'WALLET_REGISTERED');
