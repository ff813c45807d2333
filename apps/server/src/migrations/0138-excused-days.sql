-- The decision about each ended day of a round, made once. Members need no row: who missed an
-- excused day follows from their check-ins.
create table excused_days (
  round_id bigint not null references season_rounds (id) on delete cascade,
  day date not null,
  season_id bigint not null references seasons (id) on delete cascade,
  -- Members who joined later could not have checked in.
  window_ends_at timestamptz not null,
  window_seconds integer not null,
  unavailable_seconds integer not null,
  excused boolean not null,
  decided_at timestamptz not null,
  -- How far the members are notified, and how many were.
  notified_member bigint not null default 0,
  notified_members integer not null default 0,
  finished_at timestamptz,
  primary key (round_id, day),
  constraint excused_days_within check (
    unavailable_seconds >= 0 and unavailable_seconds <= window_seconds)
);
create index excused_days_of_season on excused_days (season_id, day) where excused;
create index excused_days_reported on excused_days (day desc, round_id desc)
  where unavailable_seconds > 0;
