-- The deliveries of each campaign by state, so that listing campaigns does not count them. A campaign
-- has several rows, chosen by connection, so that workers that mark deliveries at the same time do not
-- wait for each other. A single row may be negative; their sum is not.
create table campaign_counts (
  campaign_id bigint not null references campaigns (id) on delete cascade,
  slot smallint not null,
  waiting bigint not null,
  sent bigint not null,
  dropped bigint not null,
  primary key (campaign_id, slot)
) with (fillfactor = 50);

-- The previous release may be writing deliveries. Those that commit between the counting and the
-- triggers would never be counted.
lock table campaigns, push_deliveries in share row exclusive mode;

-- Deliveries that were deleted before have been counted in the campaign itself.
insert into campaign_counts (campaign_id, slot, waiting, sent, dropped)
select c.id, 0, coalesce(d.waiting, 0), c.past_sent + coalesce(d.sent, 0),
  c.past_dropped + coalesce(d.dropped, 0)
from campaigns c
left join (
  select campaign_id, count(sent_at) as sent,
    count(*) filter (where sent_at is null and dropped_at is null) as waiting,
    count(*) filter (where sent_at is null and dropped_at is not null) as dropped
  from push_deliveries where campaign_id is not null group by campaign_id
) d on d.campaign_id = c.id;

drop trigger push_deliveries_counted on push_deliveries;
drop function campaign_keeps_counts();
-- The columns past_sent and past_dropped stay, because processes of the previous release name them
-- until they are restarted.

create function count_campaign_deliveries() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into campaign_counts as c (campaign_id, slot, waiting, sent, dropped)
    select a.campaign_id, pg_backend_pid() % 16,
      count(*) filter (where sent_at is null and dropped_at is null), count(sent_at),
      count(*) filter (where sent_at is null and dropped_at is not null)
    from added a where a.campaign_id is not null group by a.campaign_id order by a.campaign_id
    on conflict (campaign_id, slot) do update set waiting = c.waiting + excluded.waiting,
      sent = c.sent + excluded.sent, dropped = c.dropped + excluded.dropped;
  elsif tg_op = 'UPDATE' then
    insert into campaign_counts as c (campaign_id, slot, waiting, sent, dropped)
    select d.campaign_id, pg_backend_pid() % 16, d.waiting, d.sent, d.dropped
    from (
      select m.campaign_id,
        coalesce(sum(m.sign) filter (where sent_at is null and dropped_at is null), 0) as waiting,
        coalesce(sum(m.sign) filter (where sent_at is not null), 0) as sent,
        coalesce(sum(m.sign) filter (where sent_at is null and dropped_at is not null), 0) as dropped
      from (
        select campaign_id, sent_at, dropped_at, 1 as sign from added
        union all select campaign_id, sent_at, dropped_at, -1 from gone
      ) m
      where m.campaign_id is not null group by m.campaign_id
    ) d
    -- A lease changes no state, so it must not write the counts.
    where d.waiting <> 0 or d.sent <> 0 or d.dropped <> 0 order by d.campaign_id
    on conflict (campaign_id, slot) do update set waiting = c.waiting + excluded.waiting,
      sent = c.sent + excluded.sent, dropped = c.dropped + excluded.dropped;
  else
    -- A deleted delivery keeps its result; one that was still waiting can no longer be sent.
    insert into campaign_counts as c (campaign_id, slot, waiting, sent, dropped)
    select g.campaign_id, pg_backend_pid() % 16, -count(*), 0, count(*)
    from gone g join campaigns on campaigns.id = g.campaign_id
    where g.sent_at is null and g.dropped_at is null group by g.campaign_id order by g.campaign_id
    on conflict (campaign_id, slot) do update set waiting = c.waiting + excluded.waiting,
      dropped = c.dropped + excluded.dropped;
  end if;
  return null;
end $$;
create trigger push_deliveries_counted_in after insert on push_deliveries
  referencing new table as added for each statement execute function count_campaign_deliveries();
create trigger push_deliveries_counted_again after update on push_deliveries
  referencing old table as gone new table as added
  for each statement execute function count_campaign_deliveries();
create trigger push_deliveries_counted_out after delete on push_deliveries
  referencing old table as gone for each statement execute function count_campaign_deliveries();
