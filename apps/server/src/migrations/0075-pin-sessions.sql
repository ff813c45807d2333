-- A phone without a device key is enrolled by the session that set or proved the PIN. Which sessions did
-- so was not kept, so those that are open now are enrolled on the keys that any phone may hold: nobody
-- can open a session in the past.
insert into pin_devices (pin_key_id, device_id, tries_used, round, enrolled_at)
select k.id, 'session:' || s.id, k.tries_used, k.round, now()
from pin_keys k join sessions s on s.member_id = k.member_id
where k.shared and k.state <> 'ENROLLING' and s.ended_at is null and s.expires_at > now()
on conflict do nothing;
