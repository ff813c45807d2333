-- An earlier version adds no rewards while they are counted. Settlements lock the round first, too.
lock table season_rounds in access exclusive mode;
lock table round_rewards in share row exclusive mode;

-- The number of members who share a round. An explanation reads it instead of counting the rewards.
alter table season_rounds add column if not exists rewarded_members integer not null default 0;

update season_rounds r set rewarded_members = given.members
  from (select round_id, count(*)::integer as members from round_rewards group by round_id) given
  where given.round_id = r.id;

create or replace function round_rewards_add() returns trigger language plpgsql as $$
begin
  update season_rounds r
    set rewarded = r.rewarded + given.amount, rewarded_members = r.rewarded_members + given.members
    from (
      select round_id, sum(amount) as amount, count(*)::integer as members
      from added group by round_id order by round_id
    ) given
    where r.id = given.round_id;
  return null;
end $$;
