-- A device that asks for a reset has a code of its own, so that strangers neither replace it nor use up
-- its tries. Its id is part of the purpose: the key of the table stays, and with it the statements of the
-- release before.
alter table verification_codes
  drop constraint verification_codes_purpose_known,
  add constraint verification_codes_purpose_known
    check (purpose in ('SIGNUP', 'RESET', 'UNFREEZE') or purpose like 'RESET/%');
