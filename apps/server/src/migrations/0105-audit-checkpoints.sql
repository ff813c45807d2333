-- Operations on call: jobs, health, maintenance, freezing; no unfreezing.
alter table operators drop constraint if exists operators_role_known;
alter table operators add constraint operators_role_known
  check (role in ('OWNER', 'PROGRAMME', 'SUPPORT', 'FINANCE', 'OPS', 'AUDITOR'));

-- Filters of the audit log: the action, the kind of the subject, and the time.
create index if not exists audit_entries_of_action on audit_entries (action, id desc);
create index if not exists audit_entries_of_kind on audit_entries (split_part(subject, ':', 1), id desc);
create index if not exists audit_entries_at on audit_entries (at);

-- The newest entry at some time, signed with a key that is not in the database. Verifications
-- continue from the newest checkpoint, and a chain that was recomputed from some entry on no longer
-- contains the recorded hash.
create table audit_checkpoints (
  id bigint primary key,
  entry_id bigint not null,
  entry_hash text not null,
  previous_hash text not null,
  hash text not null,
  signature text not null,
  created_at timestamptz not null,
  -- When it was mailed to an address outside.
  mailed_at timestamptz,
  constraint audit_checkpoints_hash_key unique (hash),
  constraint audit_checkpoints_do_not_fork unique (previous_hash),
  constraint audit_checkpoints_created_in_milliseconds check (date_trunc('milliseconds', created_at) = created_at)
);

create function audit_follow_checkpoint() returns trigger language plpgsql as $$
declare newest audit_checkpoints;
begin
  select * into newest from audit_checkpoints order by id desc limit 1;
  if new.id <> coalesce(newest.id, 0) + 1 or new.previous_hash <> coalesce(newest.hash, repeat('0', 64))
    or new.entry_id < coalesce(newest.entry_id, 0) then
    raise exception 'checkpoint % does not follow the last one', new.id using errcode = 'restrict_violation';
  end if;
  if not exists (select 1 from audit_entries e where e.id = new.entry_id and e.hash = new.entry_hash)
    and not (new.entry_id = 0 and new.entry_hash = repeat('0', 64)) then
    raise exception 'there is no entry % with this hash', new.entry_id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger audit_checkpoints_follow before insert on audit_checkpoints
  for each row execute function audit_follow_checkpoint();
create trigger audit_checkpoints_append_only before delete or truncate on audit_checkpoints
  for each statement execute function audit_refuse_change();
-- Only the time of the mail is added later.
create trigger audit_checkpoints_unchanged before update on audit_checkpoints for each row
  when (row (new.id, new.entry_id, new.entry_hash, new.previous_hash, new.hash, new.signature, new.created_at)
    is distinct from row (old.id, old.entry_id, old.entry_hash, old.previous_hash, old.hash, old.signature, old.created_at))
  execute function audit_refuse_change();

-- Progress and result of each verification of every entry. It runs in many steps.
create table audit_verifications (
  id bigint generated always as identity primary key,
  last_id bigint not null,
  verified_id bigint not null default 0,
  verified_hash text not null default repeat('0', 64),
  first_broken_id bigint,
  started_at timestamptz not null,
  finished_at timestamptz
);
create unique index audit_verifications_unfinished on audit_verifications ((finished_at is null)) where finished_at is null;
create index audit_verifications_finished on audit_verifications (finished_at);

-- Reads of members' files. They are not part of the hash chain, whose single head would serialise
-- them.
create table operator_reads (
  id bigint generated always as identity primary key,
  operator_id bigint not null references operators (id),
  member_id bigint not null references members (id),
  call text not null,
  at timestamptz not null
);
create index operator_reads_of_member on operator_reads (member_id, id desc);
create index operator_reads_of_operator on operator_reads (operator_id, member_id, at desc);
create index operator_reads_at on operator_reads (at);
