-- What the server knows of chains without a public explorer. A block that is replaced takes
-- everything that hangs on it away.
create table chain_blocks (
  chain_id bigint not null,
  number bigint not null,
  hash text not null,
  time timestamptz not null,
  primary key (chain_id, number)
);

create table chain_transactions (
  chain_id bigint not null,
  hash text not null,
  block_number bigint not null,
  position integer not null,
  from_address text not null,
  to_address text,
  value numeric(78) not null,
  nonce bigint not null,
  gas numeric(78) not null,
  gas_price numeric(78) not null,
  gas_used numeric(78) not null,
  cumulative_gas_used numeric(78) not null,
  input text not null,
  created_contract text,
  succeeded boolean not null,
  primary key (chain_id, hash),
  foreign key (chain_id, block_number) references chain_blocks (chain_id, number) on delete cascade
);
create index chain_transactions_from on chain_transactions (chain_id, from_address, block_number, position);
create index chain_transactions_to on chain_transactions (chain_id, to_address, block_number, position);
create index chain_transactions_of_block on chain_transactions (chain_id, block_number);

create table chain_transfers (
  chain_id bigint not null,
  tx_hash text not null,
  log_index integer not null,
  block_number bigint not null,
  contract text not null,
  from_address text not null,
  to_address text not null,
  value numeric(78) not null,
  primary key (chain_id, tx_hash, log_index),
  foreign key (chain_id, tx_hash) references chain_transactions (chain_id, hash) on delete cascade
);
create index chain_transfers_from on chain_transfers (chain_id, from_address, block_number, log_index);
create index chain_transfers_to on chain_transfers (chain_id, to_address, block_number, log_index);

-- A payment on a chain serves one purpose, ever.
create table used_payments (
  chain_id bigint not null,
  tx_hash text not null,
  -- Of the coin itself there is no log: -1.
  log_index integer not null,
  used_for text not null,
  used_at timestamptz not null,
  primary key (chain_id, tx_hash, log_index)
);
