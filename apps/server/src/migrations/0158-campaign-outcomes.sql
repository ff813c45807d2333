-- The results of a campaign by hour and reason, which stay when its deliveries are swept. Several
-- slots keep workers from waiting for each other, as in campaign_counts.
create table campaign_outcomes (
  campaign_id bigint not null references campaigns (id) on delete cascade,
  hour timestamptz not null,
  outcome text not null,
  slot smallint not null,
  deliveries bigint not null,
  primary key (campaign_id, hour, outcome, slot)
) with (fillfactor = 50);

create function campaign_outcome(sent_at timestamptz, dropped_at timestamptz, last_error text)
returns text language sql immutable as $$
  select case
    when sent_at is not null then 'SENT'
    when dropped_at is null then null
    when last_error = 'switched off' then 'SWITCHED_OFF'
    when last_error = 'too late' then 'EXPIRED'
    when last_error = 'no active member' then 'NO_MEMBER'
    when last_error = 'withdrawn' then 'WITHDRAWN'
    when last_error = 'stopped' then 'STOPPED'
    else 'REFUSED' end
$$;

lock table campaigns, push_deliveries, notice_reads in share row exclusive mode;

insert into campaign_outcomes (campaign_id, hour, outcome, slot, deliveries)
select campaign_id, date_trunc('hour', coalesce(sent_at, dropped_at), 'UTC'),
  campaign_outcome(sent_at, dropped_at, last_error), 0, count(*)
from push_deliveries
where campaign_id is not null and (sent_at is not null or dropped_at is not null)
group by 1, 2, 3;

create function count_campaign_outcomes() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into campaign_outcomes as c (campaign_id, hour, outcome, slot, deliveries)
    select m.campaign_id, m.hour, m.outcome, pg_backend_pid() % 8, sum(m.sign)
    from (
      select campaign_id, date_trunc('hour', coalesce(sent_at, dropped_at), 'UTC') as hour,
        campaign_outcome(sent_at, dropped_at, last_error) as outcome, 1 as sign
      from added where campaign_id is not null
      union all
      select campaign_id, date_trunc('hour', coalesce(sent_at, dropped_at), 'UTC'),
        campaign_outcome(sent_at, dropped_at, last_error), -1
      from gone where campaign_id is not null
    ) m
    where m.outcome is not null
    group by m.campaign_id, m.hour, m.outcome having sum(m.sign) <> 0
    order by m.campaign_id, m.hour, m.outcome
    on conflict (campaign_id, hour, outcome, slot)
      do update set deliveries = c.deliveries + excluded.deliveries;
  else
    -- A delivery that was still waiting went with its device, at about the time it was due.
    insert into campaign_outcomes as c (campaign_id, hour, outcome, slot, deliveries)
    select g.campaign_id, date_trunc('hour', g.due_at, 'UTC'), 'DEVICE_GONE', pg_backend_pid() % 8,
      count(*)
    from gone g join campaigns on campaigns.id = g.campaign_id
    where g.sent_at is null and g.dropped_at is null
    group by 1, 2 order by 1, 2
    on conflict (campaign_id, hour, outcome, slot)
      do update set deliveries = c.deliveries + excluded.deliveries;
  end if;
  return null;
end $$;
create trigger push_deliveries_outcome_again after update on push_deliveries
  referencing old table as gone new table as added
  for each statement execute function count_campaign_outcomes();
create trigger push_deliveries_outcome_out after delete on push_deliveries
  referencing old table as gone for each statement execute function count_campaign_outcomes();

-- How many members have read a notice, by hour. It stays when the marks of the members are swept.
create table notice_read_counts (
  notice_id bigint not null references notices (id) on delete cascade,
  hour timestamptz not null,
  slot smallint not null,
  reads bigint not null,
  primary key (notice_id, hour, slot)
) with (fillfactor = 50);

insert into notice_read_counts (notice_id, hour, slot, reads)
select notice_id, date_trunc('hour', read_at, 'UTC'), 0, count(*) from notice_reads group by 1, 2;

create function count_notice_reads() returns trigger language plpgsql as $$
begin
  insert into notice_read_counts as c (notice_id, hour, slot, reads)
  select notice_id, date_trunc('hour', read_at, 'UTC'), pg_backend_pid() % 8, count(*)
  from added group by 1, 2 order by 1, 2
  on conflict (notice_id, hour, slot) do update set reads = c.reads + excluded.reads;
  return null;
end $$;
create trigger notice_reads_counted after insert on notice_reads
  referencing new table as added for each statement execute function count_notice_reads();
