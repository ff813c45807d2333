-- Deposits that are worth a notification. Those of one hour share one alert, so they may have to wait.
create table incoming_deposits (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  chain_id bigint not null,
  tx_hash text not null,
  -- The address of the token's contract; empty for the coin of the network.
  asset text not null,
  amount text not null,
  symbol text not null,
  network text not null,
  found_at timestamptz not null,
  notified_at timestamptz,
  constraint incoming_deposits_once unique (member_id, chain_id, tx_hash, asset)
);
create index incoming_deposits_by_age on incoming_deposits (found_at);
create index incoming_deposits_waiting on incoming_deposits (member_id) where notified_at is null;
