-- Payments that no order waited for go back together: one payout for all of one payer's in a token,
-- less the network fee.
create table refund_batches (
  id bigint generated always as identity primary key,
  chain_id bigint not null,
  contract text,
  payer text not null,
  -- What is sent, and what was deducted before.
  amount numeric(78, 0) not null constraint refund_batches_amount check (amount > 0),
  fee numeric(78, 0) not null constraint refund_batches_fee check (fee >= 0),
  created_at timestamptz not null
);
create index refund_batches_of_payer on refund_batches (payer, created_at);

alter table refunds
  add column batch_id bigint references refund_batches (id),
  -- The share of this refund in the network fee of its batch.
  add column fee numeric(78, 0);
create index refunds_of_batch on refunds (batch_id);
