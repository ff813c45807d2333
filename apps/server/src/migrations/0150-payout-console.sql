-- The fee and the block of a final transaction, which the console shows and of which the days that a
-- coin still pays fees are computed. Earlier payouts have none.
alter table payouts
  add column fee numeric(78, 0) constraint payouts_fee check (fee >= 0),
  add column block_number bigint;

alter table payout_attempts add column signed_at timestamptz;

-- The balances of the treasury when its nodes last answered, for the time in which one is silent.
create table treasury_balances (
  chain_id bigint primary key,
  balances jsonb not null,
  read_at timestamptz not null
);

-- Operators list payouts newest first by time, state and purpose. Those of a member and those that
-- are held have indexes of their own.
create index if not exists payouts_by_creation on payouts (created_at desc, id desc);
create index if not exists payouts_by_state on payouts (state, created_at desc, id desc);
create index if not exists payouts_by_purpose on payouts (purpose, created_at desc, id desc);
