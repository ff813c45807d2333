-- Until when it can still be done, where the fact itself says so: then it decides how long a push is of use.
alter table alerts add column useful_until timestamptz;

-- One device that fails is no service that is down: devices that failed since the service last
-- answered are counted, and only a few of them together hold it back.
alter table push_services add column devices integer not null default 0;
alter table push_services alter column blocked_until drop not null;
alter table push_services add column failed_at timestamptz;

-- Deliveries go with their device, and a week after they are settled; what became of a campaign stays.
alter table campaigns add column past_sent integer not null default 0;
alter table campaigns add column past_dropped integer not null default 0;

create function campaign_keeps_counts() returns trigger language plpgsql as $$
begin
  update campaigns c set past_sent = c.past_sent + g.sent, past_dropped = c.past_dropped + g.dropped
  from (
    select campaign_id, count(sent_at)::int as sent, (count(*) - count(sent_at))::int as dropped
    from gone where campaign_id is not null group by campaign_id
  ) g
  where c.id = g.campaign_id;
  return null;
end $$;
create trigger push_deliveries_counted after delete on push_deliveries
  referencing old table as gone for each statement execute function campaign_keeps_counts();

-- Those who asked are gone through in the order of their ids.
drop index mission_alarms_on;
create index mission_alarms_on on mission_alarms (season_id, mission_id, member_id) where enabled;
