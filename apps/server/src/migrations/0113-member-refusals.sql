-- Refusals that members received, one row per hour, member, call, subject and reason, so that a
-- later question is answered with the inputs of that moment. The subject is an object of ids, the
-- reason empty if the code says everything. Rows are deleted after 30 days and with the account.
create table member_refusals (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  hour_started_at timestamptz not null,
  call text not null,
  subject jsonb not null,
  code integer not null,
  reason text not null,
  season_version integer,
  trace jsonb,
  first_at timestamptz not null,
  last_at timestamptz not null,
  count integer not null check (count > 0),
  -- The columns that an update changes have no index.
  unique (member_id, hour_started_at, call, subject, code, reason)
);
create index member_refusals_expired on member_refusals (hour_started_at, id);

-- Why no push of an alert was prepared: the member had switched it off, had no device or was too
-- late. Null while a push is prepared, and for alerts of earlier versions.
alter table alerts add column push_skipped text
  check (push_skipped in ('SWITCHED_OFF', 'NO_DEVICE', 'EXPIRED'));
