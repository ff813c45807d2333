-- Files with everything that is stored about a member, which the member downloads in parts. A file is
-- deleted an hour after it was made.
create table data_exports (
  id uuid primary key,
  member_id bigint not null references members (id),
  -- Signed: whose file it is, its time, its length and its hash.
  statement text not null,
  parts integer not null constraint data_exports_parts check (parts > 0),
  bytes bigint not null constraint data_exports_bytes check (bytes > 0),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index data_exports_of_member on data_exports (member_id);
create index data_exports_by_end on data_exports (expires_at);

-- The parts are written before the file, whose hash is known at the end.
create table data_export_parts (
  export_id uuid not null references data_exports (id) on delete cascade deferrable initially deferred,
  number integer not null,
  content text not null,
  primary key (export_id, number)
);

-- An export reads the rows of one member.
create index if not exists payments_of_member on payments (member_id) where member_id is not null;
create index if not exists mission_addresses_of_member on mission_addresses (member_id);
