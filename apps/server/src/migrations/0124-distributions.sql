-- Rewards of many members are paid by a contract: the treasury posts the root of a tree of all shares,
-- and each account claims its own.

-- A root lists for each account everything that it may have claimed in all rounds. Numbers have no gaps.
create table distribution_roots (
  id bigint generated always as identity primary key,
  chain_id bigint not null,
  -- The token that is paid, and the distributor that pays it.
  token text not null,
  contract text not null,
  number bigint not null constraint distribution_roots_number check (number > 0),
  root bytea not null constraint distribution_roots_root check (octet_length(root) = 32),
  -- The sum of all shares, and their count.
  total numeric(78, 0) not null constraint distribution_roots_total check (total > 0),
  leaves bigint not null constraint distribution_roots_leaves check (leaves > 0),
  state text not null constraint distribution_roots_state check (state in ('PREPARED', 'POSTING', 'POSTED')),
  payout_id bigint references payouts (id),
  created_at timestamptz not null,
  posted_at timestamptz,
  constraint distribution_roots_once unique (chain_id, contract, number),
  constraint distribution_roots_posted check ((state = 'POSTED') = (posted_at is not null))
);

-- The shares of the newest root. A share that this root raised keeps the amount before, so that claims
-- can be proved against the root before until the new one is final; no third root begins earlier.
create table distribution_leaves (
  chain_id bigint not null,
  contract text not null,
  -- In lower case.
  address text not null,
  token text not null,
  member_id bigint not null,
  cumulative numeric(78, 0) not null,
  -- The number of the root from which `cumulative` applies; `before` is the amount in the roots before.
  root_number bigint not null,
  before numeric(78, 0) not null default 0,
  primary key (chain_id, contract, address),
  constraint distribution_leaves_grow check (before >= 0 and cumulative > before)
) with (fillfactor = 80); -- Room for the next amount on the same page.
create index distribution_leaves_of_member on distribution_leaves (member_id);

-- What was asked to be claimed: with one transaction for many, which names its claims as its payout.
create table distribution_claims (
  id bigint generated always as identity primary key,
  chain_id bigint not null,
  token text not null,
  contract text not null,
  address text not null,
  member_id bigint not null,
  cumulative numeric(78, 0) not null,
  -- What the claim adds to those before.
  amount numeric(78, 0) not null constraint distribution_claims_amount check (amount > 0),
  -- The hashes that prove the share, one after another; null until the claim is sent.
  proof bytea constraint distribution_claims_proof check (octet_length(proof) % 32 = 0),
  payout_id bigint references payouts (id),
  state text not null constraint distribution_claims_state check (state in ('WAITING', 'SENDING', 'PAID', 'FAILED')),
  created_at timestamptz not null,
  constraint distribution_claims_sent check (state = 'WAITING' or state = 'FAILED' or payout_id is not null)
);
create unique index distribution_claims_open on distribution_claims (chain_id, contract, address)
  where state in ('WAITING', 'SENDING');
create index distribution_claims_of_payout on distribution_claims (payout_id);
create index distribution_claims_of_member on distribution_claims (member_id);
