-- The networks wallets are used on are rows, not code.
create table networks (
  id bigint generated always as identity primary key,
  chain_id bigint not null,
  name text not null,
  symbol text not null,
  -- A path is on this very server: the local chains.
  rpc_url text not null,
  scan_url text not null,
  confirmations integer not null,
  explorer text not null,
  enabled boolean not null,
  local boolean not null,
  created_at timestamptz not null,
  constraint networks_chain unique (chain_id),
  constraint networks_confirmations check (confirmations between 1 and 1000),
  constraint networks_explorer_known check (explorer in ('ETHERSCAN', 'OWN_INDEX')),
  constraint networks_local_path check (local = (rpc_url like '/%'))
);

-- Without an address: the network's own coin.
create table contracts (
  id bigint generated always as identity primary key,
  network_id bigint not null references networks (id),
  address text,
  name text not null,
  symbol text not null,
  decimals integer not null,
  logo_url text,
  enabled boolean not null,
  constraint contracts_once unique nulls not distinct (network_id, address),
  constraint contracts_decimals check (decimals between 0 and 36)
);

create table prices_by_hand (
  symbol text primary key,
  price_usd text not null,
  set_at timestamptz not null
);

-- Which wallets a member had, and when. The one of now is in members, where it is unique.
create table wallet_registrations (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  address text not null,
  method text not null,
  registered_at timestamptz not null,
  disconnected_at timestamptz,
  constraint wallet_registrations_method_known check (method in ('CREATE', 'IMPORT'))
);
create unique index wallet_registrations_one_now on wallet_registrations (member_id) where disconnected_at is null;
create index wallet_registrations_of_member on wallet_registrations (member_id, id desc);

-- What is to be signed follows from the row; the message is compared with it, word by word.
create table wallet_challenges (
  nonce text primary key,
  member_id bigint not null references members (id),
  address text not null,
  origin text not null,
  issued_at timestamptz not null,
  used_at timestamptz
);
create index wallet_challenges_of_member on wallet_challenges (member_id);

create table wallet_transactions (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  chain_id bigint not null,
  tx_hash text not null,
  from_address text not null,
  to_address text not null,
  value text not null,
  symbol text not null,
  contract_address text,
  status text not null,
  -- As the chain told it; two transactions of one number exclude each other.
  nonce bigint,
  -- Deep enough in the chain that nobody has to look again.
  final boolean not null,
  created_at timestamptz not null,
  constraint wallet_transactions_once unique (member_id, chain_id, tx_hash),
  constraint wallet_transactions_status_known check (status in ('PENDING', 'SUCCESS', 'FAILED'))
);
create index wallet_transactions_of_member on wallet_transactions (member_id, id desc);

create table bookmarks (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  name text not null,
  address text not null,
  network_id bigint references networks (id),
  created_at timestamptz not null,
  constraint bookmarks_once unique nulls not distinct (member_id, name, address, network_id),
  constraint bookmarks_name_length check (char_length(name) between 1 and 30)
);

create table passkeys (
  member_id bigint not null references members (id),
  credential_id text not null,
  salt text not null,
  created_at timestamptz not null,
  primary key (member_id, credential_id)
);
