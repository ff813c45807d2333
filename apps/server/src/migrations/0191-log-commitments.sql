-- Hashes that are published in the points log before their secret, such as the seed of a league week.
-- The job that appends postings gives each a leaf.
create table points_log_commitments (
  id bigint generated always as identity primary key,
  kind text not null constraint points_log_commitments_kind check (kind ~ '^[A-Z0-9_]+$'),
  scope text not null constraint points_log_commitments_scope check (scope ~ '^\S+$'),
  commitment text not null
    constraint points_log_commitments_hash check (commitment ~ '^[0-9a-f]{64}$'),
  committed_at timestamptz not null,
  leaf_index bigint,
  constraint points_log_commitments_once unique (kind, scope),
  constraint points_log_commitments_leaf unique (leaf_index)
);
create index points_log_commitments_to_log on points_log_commitments (id) where leaf_index is null;

-- The only change is the place in the log, once.
create function points_log_keep_commitment() returns trigger language plpgsql as $$
begin
  if old.leaf_index is not null or new.leaf_index is null or (new.id, new.kind, new.scope, new.commitment,
      new.committed_at) is distinct from (old.id, old.kind, old.scope, old.commitment, old.committed_at) then
    raise exception 'the points log only grows' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger points_log_commitments_keep before update on points_log_commitments
  for each row execute function points_log_keep_commitment();
create trigger points_log_commitments_append_only before delete or truncate on points_log_commitments
  for each statement execute function points_log_refuse_change();

-- Weeks that have not begun are recorded with the time of this migration, because that is when their
-- hashes reach the log.
insert into points_log_commitments (kind, scope, commitment, committed_at)
select 'LEAGUE_SEED', 'season:' || season_id || '/week:' || week, commitment,
  date_trunc('milliseconds', now())
from league_weeks where step = 'COMMITTED' order by season_id, week;
