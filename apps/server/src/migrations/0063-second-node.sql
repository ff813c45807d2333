-- A second node per network, which operators may name: above an amount of a token both have to agree
-- before a payment counts or a payout is declared failed.
alter table networks add column second_rpc_url text;
-- In whole units; null where one node is enough.
alter table contracts add column agree_above numeric(60, 18)
  constraint contracts_agree_above check (agree_above >= 0);
-- Why a payment that is deep enough is not settled yet.
alter table payments add column waits_for text
  constraint payments_waits_for_known check (waits_for in ('SECOND_NODE'));
create index payments_waiting on payments (chain_id) where waits_for is not null;
