-- The rounds of PBKDF2 that the PIN of a key is stretched with; until now there was one number for all.
alter table pin_keys add column iterations integer;
update pin_keys set iterations = 900000;
alter table pin_keys alter column iterations set not null;
