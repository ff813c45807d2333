-- Leagues of about thirty members of similar pace, drawn anew every week. XP is read from the standings
-- of the ranking, so that earning it writes nothing here.

-- One row per week of a season. The seed of a week is committed when the week before it begins and is
-- public after its end. The row also has how far a job is with drawing or closing the week.
create table league_weeks (
  season_id bigint not null references seasons (id) on delete cascade,
  week integer not null constraint league_weeks_week check (week >= 1),
  seed bytea not null constraint league_weeks_seed check (octet_length(seed) = 32),
  commitment text not null constraint league_weeks_commitment check (commitment ~ '^[0-9a-f]{64}$'),
  committed_at timestamptz not null,
  step text not null default 'COMMITTED' constraint league_weeks_step
    check (step in ('COMMITTED', 'ENTERING', 'GROUPING', 'RUNNING', 'MEASURING', 'RANKING', 'CLOSED')),
  position jsonb not null default '{}',
  -- The score of the last member who competes in the ranking instead.
  top_score bigint,
  members integer not null default 0,
  leagues integer not null default 0,
  -- Counts for operators, added up by the batches.
  summary jsonb not null default '{}',
  opened_at timestamptz,
  -- XP counts for the week up to this instant.
  measured_to timestamptz,
  closed_at timestamptz,
  primary key (season_id, week)
);

-- A committed seed never changes.
create function league_keep_seed() returns trigger language plpgsql as $$
begin
  if new.seed <> old.seed or new.commitment <> old.commitment or new.committed_at <> old.committed_at then
    raise exception 'the seed of a league week is committed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger league_weeks_keep_seed before update on league_weeks
  for each row execute function league_keep_seed();

-- The rung of a member, the season XP at the last turn of a week, and the XP of the week before it.
create table league_members (
  season_id bigint not null references seasons (id) on delete cascade,
  member_id bigint not null,
  rung smallint not null constraint league_members_rung check (rung between 1 and 5),
  base_xp bigint not null,
  pace bigint not null,
  primary key (season_id, member_id)
) with (fillfactor = 80);

-- One row per member and week. The row of a deleted account stays without the member, so that the draw
-- can still be reproduced.
create table league_entries (
  season_id bigint not null references seasons (id) on delete cascade,
  week integer not null,
  blinded_id text not null,
  member_id bigint,
  rung smallint not null constraint league_entries_rung check (rung between 1 and 5),
  is_apart boolean not null,
  pace bigint not null,
  band integer,
  league integer,
  xp bigint,
  place integer,
  outcome text constraint league_entries_outcome check (outcome in ('PROMOTED', 'STAYED', 'RELEGATED')),
  entered_at timestamptz not null,
  primary key (season_id, week, blinded_id)
) with (fillfactor = 80);
-- Nobody is in two leagues of a week.
create unique index league_entries_once on league_entries (season_id, week, member_id);
create index league_entries_of_league on league_entries (season_id, week, league);
create index league_entries_to_draw on league_entries (season_id, week, is_apart, rung, pace desc, member_id)
  where league is null;
create index league_entries_by_age on league_entries (entered_at, season_id, week, blinded_id);

create table league_opt_outs (
  member_id bigint primary key,
  opted_out_at timestamptz not null
);
