-- Questions to the signer, which alone has the treasury's key: whether a payout is within its limits
-- (attempt is null), or for the bytes of one attempt. Whoever asked deletes the row with its answer.
create table signer_requests (
  id bigint generated always as identity primary key,
  payout_id bigint not null,
  attempt integer,
  gas numeric(78, 0),
  max_fee numeric(78, 0),
  asked_at timestamptz not null,
  answer jsonb,
  constraint signer_requests_admission check ((attempt is null) = (gas is not null)
    and (gas is null) = (max_fee is null))
);
create index signer_requests_open on signer_requests (id) where answer is null;

-- Refunds have a budget of their own and use none of the day's cap.
alter table payout_caps add column refunds_per_day numeric(60, 18);
update payout_caps set refunds_per_day = per_day;
alter table payout_caps alter column refunds_per_day set not null,
  add constraint payout_caps_refunds_positive check (refunds_per_day > 0);

-- A token without caps is not paid from now on. Tokens that were paid or sold for under the former
-- defaults keep these; the coins of networks never had a sensible one.
insert into payout_caps (symbol, per_member, per_day, refunds_per_day)
  select distinct symbol, 100, 10000, 10000 from (
    select symbol from payouts where contract is not null
    union select symbol from orders where contract is not null
    union select symbol from invite_terms) known
  on conflict (symbol) do nothing;
