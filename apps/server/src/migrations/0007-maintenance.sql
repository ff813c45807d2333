-- What the remote flag says, version by version: the newest row is what the app reads.
create table maintenance_versions (
  version bigint generated always as identity primary key,
  config jsonb not null,
  created_at timestamptz not null
);
