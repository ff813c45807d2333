-- The rung of the next week. It differs from a move of the played rung for members of a rung that was
-- too small for a week and played with another one.
alter table league_entries add column to_rung smallint
  constraint league_entries_to_rung check (to_rung between 1 and 5);
