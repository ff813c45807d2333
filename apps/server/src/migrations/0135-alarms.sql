-- Alarms that a rule raised. An alarm is open until its cause is gone; acknowledging it only records
-- who takes care of it.
create table alarms (
  id bigint generated always as identity primary key,
  rule text not null,
  subject text not null,
  severity text not null constraint alarms_severity check (severity in ('CRITICAL', 'WARNING')),
  details jsonb not null,
  raised_at timestamptz not null,
  cleared_at timestamptz,
  acknowledged_by bigint references operators (id),
  acknowledged_at timestamptz,
  note text,
  constraint alarms_acknowledged_whole check (
    (acknowledged_by is null) = (acknowledged_at is null) and (note is null) = (acknowledged_at is null))
);
-- A rule raises one alarm about a subject at a time, however many processes check it.
create unique index alarms_open on alarms (rule, subject) where cleared_at is null;
create index alarms_cleared on alarms (cleared_at, id) where cleared_at is not null;

-- Who is to be notified of what: a person by mail (`operator:7`) or the webhook. A notice is sent when
-- sent_at is set, so that a job that runs twice sends it once.
create table alarm_notices (
  alarm_id bigint not null references alarms (id) on delete cascade,
  target text not null,
  event text not null
    constraint alarm_notices_event check (event in ('WARNING', 'CRITICAL', 'CLEARED')),
  sent_at timestamptz,
  primary key (alarm_id, target, event)
);
