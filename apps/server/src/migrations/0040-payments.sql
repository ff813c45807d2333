-- What the shop of a season sells. A token price is in the smallest unit of the token.
create table products (
  id bigint generated always as identity primary key,
  season_id bigint not null references seasons (id),
  position integer not null,
  name jsonb not null,
  description jsonb not null,
  image_url text,
  pay_type text not null,
  price numeric(78, 0) not null constraint products_price check (price > 0),
  chain_id bigint,
  -- Null is the network's own coin.
  contract text,
  gives_xp bigint not null,
  gives_tickets bigint not null,
  -- What is left; null is without end.
  stock integer constraint products_stock_not_negative check (stock >= 0),
  per_member integer constraint products_per_member check (per_member > 0),
  on_sale boolean not null,
  created_at timestamptz not null,
  constraint products_pay_type_known check (pay_type in ('XP', 'TICKET', 'TOKEN')),
  constraint products_token check ((pay_type = 'TOKEN') = (chain_id is not null)),
  constraint products_gives check (gives_xp >= 0 and gives_tickets >= 0 and gives_xp + gives_tickets > 0),
  -- Nobody pays with what they buy.
  constraint products_gives_something_else check (
    not (pay_type = 'XP' and gives_xp > 0) and not (pay_type = 'TICKET' and gives_tickets > 0))
);
create index products_of_season on products (season_id, position, id);

-- How many of a product a member has; what is cancelled, too late or refunded is given back.
create table product_buyers (
  product_id bigint not null references products (id),
  member_id bigint not null references members (id),
  bought integer not null constraint product_buyers_not_negative check (bought >= 0),
  primary key (product_id, member_id)
);

create table credit_packages (
  id bigint generated always as identity primary key,
  position integer not null,
  credit bigint not null constraint credit_packages_credit check (credit > 0),
  price numeric(78, 0) not null constraint credit_packages_price check (price > 0),
  chain_id bigint not null,
  contract text,
  on_sale boolean not null,
  created_at timestamptz not null
);

-- Everything that was bought, or was to be. What is paid on chain waits for its payment.
create table orders (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  product_id bigint references products (id),
  package_id bigint references credit_packages (id),
  season_id bigint,
  history_id bigint,
  quantity integer not null,
  pay_type text not null,
  price numeric(78, 0) not null constraint orders_price check (price > 0),
  gives_xp bigint not null default 0,
  gives_tickets bigint not null default 0,
  gives_credit bigint not null default 0,
  state text not null,
  chain_id bigint,
  contract text,
  symbol text,
  decimals integer,
  pay_to text,
  -- Whose transfer counts: the wallet that was registered when the order opened.
  payer text,
  -- The newest block then: what was paid before is another payment.
  after_block bigint,
  expires_at timestamptz,
  -- As the member told it, or as it was found.
  tx_hash text,
  ledger_transaction bigint references ledger_transactions (id),
  created_at timestamptz not null,
  completed_at timestamptz,
  constraint orders_one_thing check ((product_id is null) <> (package_id is null)),
  constraint orders_of_season check (product_id is null or (season_id is not null and history_id is not null)),
  constraint orders_quantity check (quantity between 1 and 100),
  constraint orders_state_known check (state in
    ('OPEN', 'SUBMITTED', 'COMPLETED', 'CANCELLED', 'EXPIRED', 'FAILED', 'REFUNDED', 'REVERSED')),
  constraint orders_token check (pay_type <> 'TOKEN' or num_nulls(chain_id, symbol, decimals, pay_to,
    payer, after_block, expires_at) = 0),
  constraint orders_paid_once_credited check (state not in ('COMPLETED', 'REFUNDED', 'REVERSED')
    or ledger_transaction is not null)
);
create index orders_of_member on orders (member_id, id desc);
create unique index orders_of_history on orders (history_id);
create index orders_open on orders (chain_id, lower(payer)) where state in ('OPEN', 'SUBMITTED');

-- A purchase is found by its history from now on.
alter table histories drop column product_id, drop column user_product_id;

-- Every transfer to the treasury that was seen. A block that is replaced takes those away that
-- nobody was given anything for.
create table payments (
  id bigint generated always as identity primary key,
  chain_id bigint not null,
  tx_hash text not null,
  -- Of the coin itself there is no log: -1.
  log_index integer not null,
  block_number bigint not null,
  block_hash text not null,
  contract text,
  payer text not null,
  amount numeric(78, 0) not null,
  -- SEEN is not final; FOREIGN came from nobody we know and stays.
  state text not null,
  order_id bigint references orders (id),
  member_id bigint references members (id),
  seen_at timestamptz not null,
  settled_at timestamptz,
  constraint payments_once unique (chain_id, tx_hash, log_index),
  constraint payments_state_known check (state in ('SEEN', 'CREDITED', 'REFUNDED', 'FOREIGN', 'REVERSED')),
  constraint payments_settled check ((state = 'SEEN') = (settled_at is null)),
  constraint payments_credited check (state not in ('CREDITED', 'REVERSED') or order_id is not null)
);
create unique index payments_one_per_order on payments (order_id) where state = 'CREDITED';
create index payments_unsettled on payments (chain_id, block_number) where state = 'SEEN';
create index payments_of_order on payments (order_id);

create table payment_scans (
  chain_id bigint primary key,
  -- Up to here nothing can change any more, or so the number of confirmations says.
  scanned_to bigint not null,
  -- The newest block when it was last looked, so that everybody can say how deep a payment is.
  head bigint not null
);

-- What members ask for, and payments that no order waited for (STRAY).
create table refunds (
  id bigint generated always as identity primary key,
  order_id bigint references orders (id) constraint refunds_once_per_order unique,
  payment_id bigint references payments (id) constraint refunds_once_per_payment unique,
  member_id bigint not null references members (id),
  season_id bigint,
  history_id bigint,
  type text not null,
  reason text,
  tx_hash text,
  state text not null,
  -- No rule decides it.
  for_operator boolean not null,
  outcome text,
  note text,
  payout_id bigint,
  -- When a rule looks at it.
  due_at timestamptz not null,
  requested_at timestamptz not null,
  decided_at timestamptz,
  constraint refunds_of_something check (num_nonnulls(order_id, payment_id) > 0),
  constraint refunds_type_known check (type in ('UNCREDITED', 'CHANGE_OF_MIND', 'OTHER', 'STRAY')),
  -- APPROVED has its payout on the way.
  constraint refunds_state_known check (state in ('REQUESTED', 'APPROVED', 'COMPLETED', 'REJECTED')),
  constraint refunds_decided check ((state = 'REQUESTED') = (decided_at is null)),
  constraint refunds_outcome check ((state = 'REQUESTED') = (outcome is null))
);
create unique index refunds_of_history on refunds (history_id);
create index refunds_waiting on refunds (requested_at) where state = 'REQUESTED';

-- What the treasury owes: written with the debit, paid by one signer.
create table payouts (
  id bigint generated always as identity primary key,
  purpose text not null,
  key text not null,
  member_id bigint not null references members (id),
  address text not null,
  symbol text not null,
  decimals integer not null,
  amount numeric(78, 0) not null constraint payouts_amount check (amount > 0),
  -- Null until a network has the token.
  chain_id bigint,
  contract text,
  state text not null,
  -- A number that was given is never given to another payout, signed or not.
  nonce bigint,
  tx_hash text,
  -- Why it is not paid yet, and until when nobody looks again.
  held_for text,
  not_before timestamptz,
  failure text,
  created_at timestamptz not null,
  reserved_at timestamptz,
  confirmed_at timestamptz,
  failed_at timestamptz,
  constraint payouts_purpose_known check (purpose in ('WITHDRAWAL', 'REFUND', 'REWARD')),
  constraint payouts_state_known check (state in ('QUEUED', 'RESERVED', 'SENT', 'CONFIRMED', 'FAILED')),
  constraint payouts_nonce check (state not in ('RESERVED', 'SENT', 'CONFIRMED') or (nonce is not null and chain_id is not null)),
  constraint payouts_queued check (state <> 'QUEUED' or nonce is null),
  constraint payouts_one_per_nonce unique (chain_id, nonce)
);
create unique index payouts_once on payouts (key) where state <> 'FAILED';
create index payouts_to_do on payouts (chain_id, id) where state in ('QUEUED', 'RESERVED', 'SENT');
create index payouts_of_member on payouts (member_id, reserved_at);

-- Each try at the same number pays more to the chain. The bytes are kept before anybody sees them.
create table payout_attempts (
  payout_id bigint not null references payouts (id),
  attempt integer not null,
  gas numeric(78, 0) not null,
  max_fee numeric(78, 0) not null,
  priority_fee numeric(78, 0) not null,
  raw text,
  tx_hash text constraint payout_attempts_hash unique,
  created_at timestamptz not null,
  primary key (payout_id, attempt),
  constraint payout_attempts_signed check ((raw is null) = (tx_hash is null))
);

-- Where the treasury pays: the next number of its account, and whether it may.
create table treasury_lanes (
  chain_id bigint primary key,
  address text not null,
  next_nonce bigint not null,
  frozen_at timestamptz,
  frozen_for text,
  low_since timestamptz,
  low_for text
);

-- One row: nothing leaves anywhere while it says so.
create table treasury_switch (
  one boolean primary key default true constraint treasury_switch_one check (one),
  stopped_at timestamptz,
  stopped_for text
);
insert into treasury_switch (one) values (true);

-- In whole units of a token, per day of the programme.
create table payout_caps (
  symbol text primary key,
  per_member numeric(60, 18) not null,
  per_day numeric(60, 18) not null,
  constraint payout_caps_positive check (per_member > 0 and per_day > 0)
);
