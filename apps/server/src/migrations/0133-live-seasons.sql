-- Earning is paused for all members while this is set.
alter table seasons add column paused_at timestamptz;

-- A mission that operators have switched off stays listed but cannot be done.
alter table season_missions add column enabled boolean not null default true;

-- Rewards of missions that changed in a published season, each from a programme day on.
create table season_mission_rewards (
  season_id bigint not null,
  mission_id integer not null,
  from_day date not null,
  reward_xp integer not null constraint season_mission_rewards_positive check (reward_xp > 0),
  primary key (season_id, mission_id, from_day),
  foreign key (season_id, mission_id)
    references season_missions (season_id, mission_id) on delete cascade
);

-- How far the participants of a season are notified of a pause or its end.
create table season_announcements (
  season_id bigint not null references seasons (id) on delete cascade,
  revision bigint not null,
  code text not null,
  notified_member bigint not null default 0,
  finished_at timestamptz,
  primary key (season_id, revision),
  constraint season_announcements_code_known check (code in ('SEASON_PAUSED', 'SEASON_RESUMED'))
);

-- Products of the plan are written when the season is published and removed if that is undone.
alter table products add column planned boolean not null default false;
