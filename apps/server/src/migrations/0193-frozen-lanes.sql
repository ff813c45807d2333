-- A network can be frozen before anything was paid there and while its node is silent. Its nonce is
-- then read when the first payout is made after the freeze.
alter table treasury_lanes add column is_counted boolean not null default true;
