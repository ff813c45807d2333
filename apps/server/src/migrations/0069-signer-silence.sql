-- A request that nobody answered in time stays until the signer is back, so that its silence is seen.
alter table signer_requests add column given_up boolean not null default false;
