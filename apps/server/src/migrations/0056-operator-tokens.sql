-- A token works for 90 days. Those from before begin now: nobody is locked out by the change.
alter table operators add column expires_at timestamptz;
update operators set expires_at = now() + interval '90 days';
alter table operators alter column expires_at set not null;
