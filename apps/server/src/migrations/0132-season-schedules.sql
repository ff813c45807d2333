-- A draft that is to be published at a later instant. The conditions are checked again then; a
-- schedule that failed keeps the problems until the draft is saved or scheduled again.
create table season_schedules (
  season_id bigint primary key references seasons (id) on delete cascade,
  -- The revision that was approved; a newer one ends the schedule.
  revision bigint not null,
  publish_at timestamptz not null,
  operator_id bigint not null references operators (id),
  reason text,
  confirmed jsonb not null,
  state text not null default 'WAITING',
  problems jsonb not null default '[]',
  -- The red conditions of the publish gate.
  gate jsonb not null default '[]',
  created_at timestamptz not null,
  decided_at timestamptz,
  constraint season_schedules_state_known check (state in ('WAITING', 'SUSPENDED', 'DONE')),
  constraint season_schedules_decided check ((state = 'WAITING') = (decided_at is null))
);

-- The season that a notice to an operator is about.
alter table operator_notices add column about jsonb;
alter table operator_notices drop constraint operator_notices_event_known;
alter table operator_notices add constraint operator_notices_event_known check (event in (
  'NEW_DEVICE', 'FACTORS_CHANGED', 'ENROLLED_AGAIN', 'DISABLED', 'ROLE_CHANGED',
  'COLLEAGUE_DISABLED', 'COLLEAGUE_ROLE_CHANGED', 'COLLEAGUE_FACTOR_ADDED', 'OBJECTION',
  'SCHEDULE_SUSPENDED'));
