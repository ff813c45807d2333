-- Pictures that operators uploaded, re-encoded as WebP and found by the hash of the stored bytes.
create table media (
  sha256 text primary key constraint media_sha256 check (sha256 ~ '^[0-9a-f]{64}$'),
  name text not null,
  width integer not null constraint media_width check (width > 0),
  height integer not null constraint media_height check (height > 0),
  bytes bytea not null,
  operator_id bigint not null references operators (id),
  created_at timestamptz not null
);
create index media_by_time on media (created_at desc, sha256);
