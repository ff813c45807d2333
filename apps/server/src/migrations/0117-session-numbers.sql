-- Numbers the sessions that are older than the column. Those of its default are left as they are.
update sessions set number = nextval('sessions_number_first') where number is null;

create unique index if not exists sessions_by_number on sessions (number);
create index if not exists sessions_by_start on sessions (member_id, created_at desc, number desc);
create index if not exists sessions_by_end on sessions (member_id, ended_at desc, number desc)
  where ended_at is not null;
drop index if exists sessions_of_member;

-- From here on the numbers are an identity, which needs no right on a sequence.
alter table sessions alter column number set not null, alter column number drop default;
alter table sessions alter column number add generated always as identity;
select setval(pg_get_serial_sequence('sessions', 'number'), nextval('sessions_number_first'), false);
drop sequence sessions_number_first;
