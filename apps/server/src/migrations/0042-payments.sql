-- A number belongs to an account: the treasury's key may change, and another account begins at zero.
alter table payouts add column account text;
update payouts p set account = l.address from treasury_lanes l
  where l.chain_id = p.chain_id and p.nonce is not null;
alter table payouts
  drop constraint payouts_one_per_nonce,
  add constraint payouts_one_per_nonce unique (chain_id, account, nonce),
  add constraint payouts_account check ((nonce is null) = (account is null));

-- What caps of a day are held against.
create index payouts_of_day on payouts (symbol, reserved_at) where reserved_at is not null;

-- From now on log_index is the place of the log within its own transaction: within the block it
-- changes when the transaction is mined again elsewhere.
-- Whom it was paid to, which the treasury's present account need not be, and when by the chain.
alter table payments add column pay_to text, add column paid_at timestamptz;
update payments p set pay_to = lower(coalesce(o.pay_to, l.address)), paid_at = p.seen_at
  from payments q left join orders o on o.id = q.order_id
  left join treasury_lanes l on l.chain_id = q.chain_id where q.id = p.id;
update payments set pay_to = payer where pay_to is null;
alter table payments alter column pay_to set not null, alter column paid_at set not null;

create index payments_settled_at on payments (chain_id, block_number)
  where state in ('CREDITED', 'REFUNDED');
create index orders_of_payer on orders (chain_id, lower(payer)) where pay_type = 'TOKEN';
create index orders_by_chain on orders (chain_id, created_at) where pay_type = 'TOKEN';
create index members_wallet_lower on members (lower(wallet_address)) where wallet_address is not null;
create index wallet_registrations_lower on wallet_registrations (lower(address));
