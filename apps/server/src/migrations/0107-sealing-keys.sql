-- The id of the key that opens everything sealed under a name, together with the current key. A
-- process that has another key refuses to start, because members would lose their PINs.
create table sealing_keys (
  name text primary key,
  key_id text not null,
  since timestamptz not null
);
