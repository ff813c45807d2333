-- The final places of an ended season. A job writes them once after the last round is settled, so that
-- a recap never changes when somebody leaves, and reads one row instead of a ranking.

-- How far the places of a season are written, in the order of the ranking.
create table season_recaps (
  season_id bigint primary key references seasons (id) on delete cascade,
  members integer not null default 0 constraint season_recaps_members check (members >= 0),
  after_score bigint,
  after_member bigint not null default 0,
  announces boolean not null,
  finished_at timestamptz
);

create table season_places (
  season_id bigint not null references seasons (id) on delete cascade,
  member_id bigint not null,
  place integer not null constraint season_places_place check (place >= 1),
  primary key (season_id, member_id)
);

-- Seasons that were settled by an earlier version.
insert into jobs (kind, payload, key, due_at, created_at)
select 'recap.prepare', jsonb_build_object('id', s.id), 'recap.prepare:season:' || s.id, s.end_at, now()
from seasons s
where s.state = 'PUBLISHED' and exists (select from season_rounds r where r.season_id = s.id)
  and not exists (select from season_rounds r where r.season_id = s.id and r.settled_at is null)
on conflict (key) do nothing;
