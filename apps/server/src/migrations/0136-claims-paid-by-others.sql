-- Anyone may submit the claim of an account to the contract, also while the programme's own claim is
-- waiting and has no transaction.
alter table distribution_claims
  drop constraint distribution_claims_sent,
  add constraint distribution_claims_sent
    check (state in ('WAITING', 'FAILED') or payout_id is not null or tx_hash is not null);
