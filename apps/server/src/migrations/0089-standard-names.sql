-- Stored names follow the glossary in CONTRIBUTING.md.
alter function ranking_fold(integer) rename to ranking_aggregate;

update jobs set kind = 'ranking.aggregate' where kind = 'ranking.fold';
update jobs set kind = 'security.delete-events' where kind = 'security.forget-events';

alter table refunds drop constraint refunds_type_known;
update refunds set type = 'UNMATCHED' where type = 'STRAY';
alter table refunds
  add constraint refunds_type_known
  check (type in ('UNCREDITED', 'CHANGE_OF_MIND', 'OTHER', 'UNMATCHED'));
