-- The moves that are not aggregated yet, for one season, score and round. With a backlog of 1,000 or
-- more, a read adds none of them and costs two index lookups: ranks are then those of the last
-- aggregation. Ids are nearly gapless, so their range stands for the number of moves.
create or replace function ranking_pending(
  p_season bigint, p_score bigint, p_round bigint,
  out moves bigint, out members bigint, out above bigint, out round_xp bigint
) language plpgsql stable set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  v_aggregated_to bigint;
  v_oldest bigint;
  v_newest bigint;
begin
  select p.aggregated_to into v_aggregated_to from ranking_progress p where p.is_only_row;
  select r.id into v_oldest from ranking_moves r where r.id > v_aggregated_to order by r.id limit 1;
  select r.id into v_newest from ranking_moves r where r.id > v_aggregated_to order by r.id desc limit 1;
  if v_newest - v_oldest >= 1000 then
    moves := v_newest - v_oldest;
    members := 0;
    above := 0;
    round_xp := 0;
    return;
  end if;
  select count(*),
    coalesce(sum((m.to_score is not null)::integer - (m.from_score is not null)::integer)
      filter (where m.season_id = p_season), 0),
    -- ranking_counted_above counts the range of the score itself from the standings.
    count(*) filter (where m.season_id = p_season and m.to_score >> 22 > p_score >> 22)
      - count(*) filter (where m.season_id = p_season and m.from_score >> 22 > p_score >> 22),
    coalesce(sum(m.round_xp) filter (where m.season_id = p_season and m.round_id = p_round), 0)
  into moves, members, above, round_xp
  from ranking_moves m
  where m.id >= v_oldest and m.id <= v_newest;
end $$;
