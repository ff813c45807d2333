-- The terms of a mission in the shape of its type's schema, and what a type stores about a member and
-- a mission, so that a new type needs no columns of its own. Missions of existing types have neither.
alter table season_missions add column terms jsonb;

create table mission_memories (
  season_id bigint not null,
  mission_id integer not null,
  member_id bigint not null references members (id),
  memory jsonb not null,
  updated_at timestamptz not null,
  primary key (season_id, member_id, mission_id)
);
create index mission_memories_of_member on mission_memories (member_id);
