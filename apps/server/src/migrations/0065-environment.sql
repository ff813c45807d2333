-- The environment that a database belongs to. One row; without it nobody has started on this database yet,
-- or only a release before this one.
create table environment (
  only_row boolean primary key default true check (only_row),
  name text not null check (name in ('development', 'production')),
  stamped_at timestamptz not null
);
