-- The rounds of PBKDF2 that the PIN of a key is stretched with; until now there was one number for all.
-- The default serves processes of the release before, which add keys without naming it.
alter table pin_keys add column iterations integer not null default 900000;
