-- A round is settled in committed batches, in the order of member ids.
alter table season_rounds
  -- The sum of XP that all shares refer to, fixed by the first batch.
  add column settling_xp bigint,
  -- The last member whose share is decided.
  add column settled_member bigint not null default 0,
  -- The sum of the round's rewards. The trigger below maintains it.
  add column rewarded numeric(78, 0) not null default 0;

update season_rounds r set rewarded = given.amount
  from (select round_id, sum(amount) as amount from round_rewards group by round_id) given
  where given.round_id = r.id;

-- A batch reads this sum instead of all earlier rewards, and no writer can exceed the pool.
alter table season_rounds add constraint season_rounds_rewarded check (rewarded between 0 and pool);
create function round_rewards_add() returns trigger language plpgsql as $$
begin
  update season_rounds r set rewarded = r.rewarded + given.amount
    from (select round_id, sum(amount) as amount from added group by round_id order by round_id) given
    where r.id = given.round_id;
  return null;
end $$;
create trigger round_rewards_add after insert on round_rewards
  referencing new table as added for each statement execute function round_rewards_add();

-- Rewards expire in batches, in the order of this index.
create index round_rewards_to_expire on round_rewards (season_id, round_id, member_id) where state = 'WAITING';
drop index round_rewards_waiting;

-- The members up to this id are notified that the season has begun.
create table season_openings (
  season_id bigint primary key references seasons (id) on delete cascade,
  notified_member bigint not null default 0,
  finished_at timestamptz
);
-- Until now a single statement notified everyone. A job that was interrupted after that statement
-- must not notify them again.
insert into season_openings (season_id, finished_at)
  select s.id, now() from seasons s
  where exists (select 1 from jobs j where j.kind = 'season.open' and j.attempts > 0
      and j.done_at is null and (j.payload ->> 'id')::bigint = s.id)
    and exists (select 1 from alerts a where a.code = 'SEASON_OPEN' and a.data ->> 'seasonId' = s.id::text);
