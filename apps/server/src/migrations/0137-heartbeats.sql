-- The minutes in which processes ran. A minute without a row of a server is one in which no member
-- could check in.
create table heartbeats (
  minute timestamptz not null,
  process_id text not null,
  -- The process was running from then on; earlier than its minute only where a clock was moved.
  covers_from timestamptz not null,
  serves boolean not null,
  runs_jobs boolean not null,
  primary key (minute, process_id),
  constraint heartbeats_cover_forwards check (covers_from <= minute)
);

-- The availability of a programme day, written once after its end. `gaps` lists when the service was
-- not available and why.
create table status_days (
  day date not null,
  service text not null
    constraint status_days_service_known check (service in ('PROGRAMME', 'PAYOUTS', 'POINTS_LOG')),
  known_seconds integer not null,
  unavailable_seconds integer not null,
  gaps jsonb not null,
  primary key (day, service),
  constraint status_days_within check (
    unavailable_seconds >= 0 and unavailable_seconds <= known_seconds and known_seconds <= 86400)
);
