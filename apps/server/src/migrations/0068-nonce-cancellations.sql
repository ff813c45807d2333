-- A nonce whose payout is not signed after all is used by a transaction of nothing to the treasury
-- itself, so that those behind it go on. It is a payout like the others, without an amount.
alter table payouts
  drop constraint payouts_purpose_known,
  add constraint payouts_purpose_known check (purpose in ('WITHDRAWAL', 'REFUND', 'REWARD', 'CANCEL')),
  drop constraint payouts_amount,
  add constraint payouts_amount check ((purpose = 'CANCEL') = (amount = 0) and amount >= 0);
