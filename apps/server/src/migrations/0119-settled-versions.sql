-- The versions of the season and of the rule that settled a round. Members without a reward have no
-- trace of their own, so that the round says by which rules they got nothing.
alter table season_rounds
  add column if not exists settled_version bigint,
  add column if not exists settled_rule integer;
