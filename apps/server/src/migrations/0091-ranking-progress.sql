-- Reads of the ranking cost the same however many moves wait for their aggregation (decision 0132).

-- All moves up to aggregated_to are in the counts, and no open transaction can add another one below
-- it. Reads start there and therefore skip deleted moves that vacuum has not removed yet.
create table ranking_progress (
  is_only_row boolean primary key default true check (is_only_row),
  aggregated_to bigint not null,
  -- The next value of aggregated_to, valid once all transactions before next_after have ended.
  next_to bigint not null,
  next_after bigint not null
);
insert into ranking_progress (aggregated_to, next_to, next_after) values (0, 0, 0);

-- Sums up the 1000 oldest pending moves: how many there are in all seasons, and for one season the
-- change in the number of members, in those above a score, and in the XP of a round.
-- A session keeps the plan while the table grows from empty to a million rows, so it must use the index.
create function ranking_pending(
  p_season bigint, p_score bigint, p_round bigint,
  out moves bigint, out members bigint, out above bigint, out round_xp bigint
) language plpgsql stable set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  select count(*),
    coalesce(sum((m.to_score is not null)::integer - (m.from_score is not null)::integer)
      filter (where m.season_id = p_season), 0),
    -- ranking_counted_above counts the range of the score itself from the standings.
    count(*) filter (where m.season_id = p_season and m.to_score >> 22 > p_score >> 22)
      - count(*) filter (where m.season_id = p_season and m.from_score >> 22 > p_score >> 22),
    coalesce(sum(m.round_xp) filter (where m.season_id = p_season and m.round_id = p_round), 0)
  into moves, members, above, round_xp
  from (
    select r.season_id, r.from_score, r.to_score, r.round_id, r.round_xp from ranking_moves r
    where r.id > (select p.aggregated_to from ranking_progress p where p.is_only_row)
    order by r.id limit 1000
  ) m;
end $$;

-- The number of members above a standing: complete ranges from the counts, and an index scan in the
-- range of the standing. Moves that are not aggregated yet come from ranking_pending. Servers of the
-- previous release call ranking_above until they are restarted; it adds the moves itself and stays.
create function ranking_counted_above(p_season bigint, p_score bigint, p_member bigint) returns bigint
language plpgsql stable set enable_seqscan = off as $$
begin
  return
    coalesce((select sum(members) from ranking_counts
      where season_id = p_season and width = 42 and stretch > p_score >> 42), 0)
    + coalesce((select sum(members) from ranking_counts
      where season_id = p_season and width = 34
        and stretch > p_score >> 34 and stretch < ((p_score >> 42) + 1) << 8), 0)
    + coalesce((select sum(members) from ranking_counts
      where season_id = p_season and width = 22
        and stretch > p_score >> 22 and stretch < ((p_score >> 34) + 1) << 12), 0)
    + (select count(*) from season_standings
      where season_id = p_season and score >= p_score and score < ((p_score >> 22) + 1) << 22
        and xp > 0 and (score > p_score or (score = p_score and member_id < p_member)));
end $$;

-- Aggregates the oldest moves into the counts and returns how many. One session at a time; a second
-- one has nothing to do.
create or replace function ranking_aggregate(p_limit integer) returns integer
language plpgsql set enable_seqscan = off as $$
declare
  v_progress ranking_progress;
  v_count integer;
  v_last bigint;
  v_oldest_open bigint;
  v_own_transaction bigint;
  -- Only then is the id of this transaction newer than that of every move it sees.
  v_is_first_write boolean := pg_current_xact_id_if_assigned() is null;
begin
  if not pg_try_advisory_xact_lock(7203151) then return 0; end if;
  select * into v_progress from ranking_progress where is_only_row;
  with batch as (
    select max(id) as last from (
      select id from ranking_moves where id > v_progress.aggregated_to order by id limit p_limit
    ) oldest
  ), taken as (
    delete from ranking_moves
    where id > v_progress.aggregated_to and id <= (select last from batch)
    returning id, season_id, from_score, to_score, round_id, round_xp
  ), steps as (
    select season_id, from_score as score, -1 as change from taken where from_score is not null
    union all select season_id, to_score, 1 from taken where to_score is not null
  ), changes as (
    select season_id, width, score >> width as stretch, sum(change) as members
    from steps cross join (values (42::smallint), (34::smallint), (22::smallint)) as w(width)
    group by 1, 2, 3 having sum(change) <> 0
  ), counted as (
    insert into ranking_counts as c (season_id, width, stretch, members)
      select season_id, width, stretch, members from changes
      on conflict (season_id, width, stretch) do update set members = c.members + excluded.members
  ), totals as (
    insert into round_totals as r (round_id, xp)
      select round_id, sum(round_xp) from taken where round_id is not null group by round_id
      on conflict (round_id) do update set xp = r.xp + excluded.xp
  )
  select count(*), max(id), pg_snapshot_xmin(pg_current_snapshot())::text::bigint
    into v_count, v_last, v_oldest_open from taken;
  delete from ranking_counts where members = 0;

  -- An open transaction may have a move below v_last, so v_last waits until those have ended. A few
  -- deleted moves are cheaper to skip than a new version of the row each second.
  if v_is_first_write and v_last >= v_progress.aggregated_to + 1000 then
    v_own_transaction := pg_current_xact_id()::text::bigint;
    if v_oldest_open >= v_progress.next_after
        and (v_count < p_limit or v_last >= v_progress.next_to) then
      update ranking_progress set aggregated_to = next_to,
        next_to = greatest(next_to, v_last), next_after = v_own_transaction where is_only_row;
    elsif v_progress.next_after > v_own_transaction then
      -- A restored database numbers its transactions from the start.
      update ranking_progress set next_to = v_last, next_after = v_own_transaction
        where is_only_row;
    end if;
  end if;
  return v_count;
end $$;
