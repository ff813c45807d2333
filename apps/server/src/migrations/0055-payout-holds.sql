-- The member reported a theft: nothing is paid until the freeze is lifted, also after a deletion.
alter table members add column payouts_frozen_at timestamptz;

-- The link of a security mail works once. The address is kept here only for a mail that was still to
-- be sent when its account was deleted.
alter table security_events add column reported_at timestamptz, add column mail_to text;

-- A wallet's signature serves the one purpose that it was asked for.
alter table wallet_challenges
  add column purpose text not null default 'REGISTER',
  add constraint wallet_challenges_purpose_known check (purpose in ('REGISTER', 'UNFREEZE'));

alter table verification_codes
  drop constraint verification_codes_purpose_known,
  add constraint verification_codes_purpose_known check (purpose in ('SIGNUP', 'RESET', 'UNFREEZE'));
