-- How often somebody did something in the current window; old rows are swept.
create table rate_limits (
  name text not null,
  -- A keyed fingerprint: the table tells nobody who tried to log in.
  subject text not null,
  window_started_at timestamptz not null,
  count integer not null,
  primary key (name, subject)
);
create index rate_limits_by_age on rate_limits (window_started_at);

-- Written in the transaction of the effect: the saved reply exists if and only if the effect does.
create table idempotency_keys (
  -- Who called, as member:1 or operator:1; a key means nothing between two callers.
  caller text not null,
  call text not null,
  key text not null,
  request_hash text not null,
  -- Not jsonb, which would sort the fields: a repetition reads the reply as it was first sent.
  reply json,
  created_at timestamptz not null,
  primary key (caller, call, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

create table jobs (
  id bigint generated always as identity primary key,
  kind text not null,
  payload jsonb not null,
  -- At most one job per key, for what must not be queued twice.
  key text unique,
  due_at timestamptz not null,
  -- Counted when it is taken, so it also tells one worker's turn from the next one's.
  attempts integer not null default 0,
  -- While somebody works on it; a worker that died lets go by time.
  leased_until timestamptz,
  last_error text,
  done_at timestamptz,
  dead_at timestamptz,
  created_at timestamptz not null
);
create index jobs_due on jobs (due_at, id) where done_at is null and dead_at is null;
create index jobs_dead on jobs (dead_at) where dead_at is not null;
create index jobs_done on jobs (done_at) where done_at is not null;

-- What a member is told about; written in the transaction of the fact, delivered by jobs.
create table alerts (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  code text not null,
  data jsonb not null,
  created_at timestamptz not null,
  read_at timestamptz
);
create index alerts_of_member on alerts (member_id, created_at desc);

-- The code of a verification is made when its mail is sent, so until then there is no hash.
alter table verification_codes alter column code_hash drop not null;
alter table verification_codes add column request_id uuid not null default gen_random_uuid();
alter table verification_codes add column mailed_at timestamptz;
