-- The operator who works on a refund, until an instant. Only undecided refunds are claimed.
alter table refunds
  add column claimed_by bigint references operators (id),
  add column claimed_until timestamptz,
  add constraint refunds_claimed check ((claimed_by is null) = (claimed_until is null)),
  add constraint refunds_claimed_while_open check (state = 'REQUESTED' or claimed_by is null);
-- The queue lists a state with the latest first.
create index refunds_by_state on refunds (state, id desc);
create index refunds_of_payments on refunds (id desc) where payment_id is not null;
create index payments_unknown on payments (id desc) where state = 'FOREIGN';
