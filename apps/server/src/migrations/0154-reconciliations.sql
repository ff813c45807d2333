-- Reconciliation of the treasury with the chain. The expected balance of an account is its opening,
-- the recorded movements since then and the bookings of operators.

-- An account of the treasury on a chain, or a distributor contract, which holds a token.
create table book_accounts (
  id bigint generated always as identity primary key,
  chain_id bigint not null,
  address text not null,
  kind text not null constraint book_accounts_kind check (kind in ('TREASURY', 'DISTRIBUTOR')),
  created_at timestamptz not null,
  -- The final block of the last reconciliation, and the nonce after it.
  block_number bigint,
  block_hash text,
  nonce bigint not null default 0,
  -- Of a distributor: the claims that were recorded up to that block.
  claimed numeric(78, 0) not null default 0,
  reconciled_at timestamptz,
  requested_at timestamptz,
  failed_at timestamptz,
  failure text,
  constraint book_accounts_once unique (chain_id, address)
);

-- The coin (an empty contract) and the tokens of an account, in the smallest unit.
create table book_tokens (
  account_id bigint not null references book_accounts (id),
  contract text not null,
  symbol text not null,
  decimals integer not null,
  opening numeric(78, 0) not null,
  opened_block bigint not null,
  opened_at timestamptz not null,
  recorded numeric(78, 0) not null default 0,
  booked numeric(78, 0) not null default 0,
  on_chain numeric(78, 0) not null,
  primary key (account_id, contract)
);

create table book_runs (
  id bigint generated always as identity primary key,
  account_id bigint not null references book_accounts (id),
  from_block bigint not null,
  to_block bigint not null,
  to_hash text not null,
  from_nonce bigint not null,
  to_nonce bigint not null,
  claimed numeric(78, 0) not null,
  phase text not null
    constraint book_runs_phase check (phase in ('NONCES', 'PAYMENTS', 'LOGS', 'BLOCKS', 'END')),
  position bigint not null,
  started_at timestamptz not null,
  finished_at timestamptz
);
create unique index book_runs_unfinished on book_runs (account_id) where finished_at is null;
create index book_runs_of_account on book_runs (account_id, id desc);

create table book_run_tokens (
  run_id bigint not null references book_runs (id),
  contract text not null,
  -- The account is reconciled in this token from the end of this run on.
  is_new boolean not null,
  on_chain numeric(78, 0) not null,
  before numeric(78, 0),
  expected numeric(78, 0),
  primary key (run_id, contract)
);

create table book_movements (
  run_id bigint not null references book_runs (id),
  contract text not null,
  kind text not null,
  amount numeric(78, 0) not null,
  count bigint not null,
  primary key (run_id, contract, kind)
);

-- While a run goes on: the transactions on chain and in the records. Afterwards only those that differ.
create table book_transfers (
  run_id bigint not null references book_runs (id),
  contract text not null,
  tx_hash text not null,
  block_number bigint not null,
  on_chain numeric(78, 0) not null,
  recorded numeric(78, 0) not null,
  primary key (run_id, contract, tx_hash)
);

-- An amount that an operator enters, because nothing else in the records explains it.
create table book_bookings (
  id bigint generated always as identity primary key,
  account_id bigint not null,
  contract text not null,
  amount numeric(78, 0) not null constraint book_bookings_not_zero check (amount <> 0),
  tx_hash text,
  reason text not null,
  operator_id bigint not null references operators (id),
  booked_at timestamptz not null,
  foreign key (account_id, contract) references book_tokens (account_id, contract)
);
create index book_bookings_of_account on book_bookings (account_id, contract, id desc);
create trigger book_bookings_append_only before update or delete or truncate on book_bookings
  for each statement execute function ledger_refuse_change();

-- Payments of addresses that belong to no member, by block like the others.
create index payments_foreign on payments (chain_id, block_number) where state = 'FOREIGN';
