-- The people who run the programme. Of a token only a hash is kept.
create table operators (
  id bigint generated always as identity primary key,
  name text not null,
  role text not null,
  token_hash text not null,
  created_at timestamptz not null,
  disabled_at timestamptz,
  -- A name is never given twice: the audit calls operators by it.
  constraint operators_name_key unique (name),
  constraint operators_token_key unique (token_hash),
  constraint operators_role_known check (role in ('OWNER', 'PROGRAMME', 'SUPPORT', 'FINANCE', 'AUDITOR'))
);

-- What operators did and what was paid out. Every entry carries the hash of the one before, so that
-- changing, removing or inserting one breaks the chain for whoever reads it again.
create table audit_entries (
  id bigint primary key,
  at timestamptz not null,
  actor text not null,
  action text not null,
  subject text not null,
  data jsonb not null,
  previous_hash text not null,
  hash text not null,
  constraint audit_entries_hash_key unique (hash),
  constraint audit_entries_do_not_fork unique (previous_hash),
  -- The hash covers milliseconds; what lies below them could be changed unseen.
  constraint audit_entries_at_in_milliseconds check (date_trunc('milliseconds', at) = at)
);
create index audit_entries_of_subject on audit_entries (subject, id desc);
create index audit_entries_of_actor on audit_entries (actor, id desc);

-- Where the chain ends. Who appends locks this row; and entries missing at the end are missed.
create table audit_head (
  only_row boolean primary key default true check (only_row),
  id bigint not null,
  hash text not null
);
insert into audit_head (id, hash) values (0, repeat('0', 64));

create function audit_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit is append-only' using errcode = 'restrict_violation';
end $$;
create trigger audit_entries_append_only before update or delete or truncate on audit_entries
  for each statement execute function audit_refuse_change();
create trigger audit_head_stays before insert or delete or truncate on audit_head
  for each statement execute function audit_refuse_change();

create function audit_guard_head() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() > 1 then return new; end if;
  raise exception 'the audit moves by entries only' using errcode = 'restrict_violation';
end $$;
create trigger audit_head_guarded before update on audit_head
  for each row execute function audit_guard_head();

create function audit_advance() returns trigger language plpgsql as $$
begin
  update audit_head set id = new.id, hash = new.hash
    where id = new.id - 1 and hash = new.previous_hash;
  if not found then
    raise exception 'entry % does not follow the last one', new.id using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create trigger audit_entries_advance after insert on audit_entries
  for each row execute function audit_advance();
