-- A public log of the postings of all members: a Merkle tree over entries that commit to member and
-- amounts without revealing them. A job appends; postings write nothing here.

-- The salts of a member's entries are derived from the key. A deleted account has a row without one, so
-- that nobody can link its entries any more. `entries` counts them.
create table points_log_members (
  member_id bigint primary key,
  key bytea constraint points_log_members_key_size check (octet_length(key) = 32),
  entries bigint not null default 0 constraint points_log_members_count check (entries >= 0)
) with (fillfactor = 80); -- Room for the next count on the same page.

insert into points_log_members (member_id) select id from members where deleted_at is not null;

-- One leaf for the part of a posting that concerns one member, in the order of the transactions.
create table points_log_leaves (
  index bigint primary key,
  transaction_id bigint not null,
  member_id bigint not null,
  sequence bigint not null,
  constraint points_log_leaves_once unique (transaction_id, member_id),
  constraint points_log_leaves_in_order unique (member_id, sequence)
);

-- The tiles of the tree; level -1 has the entries themselves, compressed. A tile grows to 256.
create table points_log_tiles (
  level integer not null,
  index bigint not null,
  width integer not null constraint points_log_tiles_width check (width between 1 and 256),
  content bytea not null,
  primary key (level, index)
);

-- Each signed checkpoint covers all transactions up to `up_to`.
create table points_log_checkpoints (
  size bigint primary key,
  up_to bigint not null,
  root bytea not null,
  note text not null,
  created_at timestamptz not null
);

create function points_log_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the points log only grows' using errcode = 'restrict_violation';
end $$;

-- What is published must not change: a tile only gets wider.
create function points_log_keep_tile() returns trigger language plpgsql as $$
begin
  if new.level <> old.level or new.index <> old.index or new.width < old.width
    or (new.level >= 0 and substring(new.content for octet_length(old.content)) <> old.content) then
    raise exception 'the points log only grows' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

create trigger points_log_leaves_append_only before update or delete or truncate on points_log_leaves
  for each statement execute function points_log_refuse_change();
create trigger points_log_checkpoints_append_only before update or delete or truncate on points_log_checkpoints
  for each statement execute function points_log_refuse_change();
create trigger points_log_tiles_keep before update on points_log_tiles
  for each row execute function points_log_keep_tile();
create trigger points_log_tiles_append_only before delete or truncate on points_log_tiles
  for each statement execute function points_log_refuse_change();

-- A key is never replaced: its only change is its deletion, which is final.
create function points_log_keep_member() returns trigger language plpgsql as $$
begin
  if new.member_id <> old.member_id or new.entries < old.entries
    or (new.key is not null and new.key is distinct from old.key) then
    raise exception 'the points log only grows' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger points_log_members_keep before update on points_log_members
  for each row execute function points_log_keep_member();
create trigger points_log_members_append_only before delete or truncate on points_log_members
  for each statement execute function points_log_refuse_change();
