-- How far each chain was searched for funds that arrived in members' wallets.
create table incoming_scans (
  chain_id bigint primary key,
  scanned_to bigint not null
);
