-- A mailbox serves one referral ever, like a wallet: known by a keyed fingerprint, which stays when
-- its owner leaves. Referrals from before have none.
alter table invite_referrals add column mailbox_fingerprint text
  constraint invite_referrals_mailbox_once unique;
