-- Entries of measured weeks without a result: those of members whose payouts were put on hold after the
-- draw. They get the result with the first turn after the hold has ended.
create index league_entries_withheld on league_entries (season_id, member_id, week)
  where xp is not null and to_rung is null and outcome is null;
