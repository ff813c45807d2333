-- Servers and workers that are running. Each updates its row every few seconds.
create table processes (
  id text primary key,
  role text not null constraint processes_role_known check (role in ('SERVER', 'WORKER')),
  runs_jobs boolean not null,
  version text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  -- Replies with 9999 per minute, over the last minutes.
  faults_per_minute real not null default 0
);
create index processes_seen on processes (seen_at);

-- The dead jobs of one kind.
create index jobs_dead_of_kind on jobs (kind, id) where dead_at is not null;
