-- While a push service is blocked, claims read only the pushes of the other services (decision 0106).
-- Deliveries that were sent or dropped before keep no origin, because nothing claims them.
alter table push_deliveries add column origin text;

-- Processes of the previous release insert no origin until they are restarted.
create function push_delivery_origin() returns trigger language plpgsql as $$
begin
  new.origin := (
    select substring(s.endpoint from '^[^/]+//[^/]+') from push_subscriptions s
    where s.id = new.subscription_id
  );
  return new;
end $$;
create trigger push_deliveries_origin before insert on push_deliveries
  for each row when (new.origin is null) execute function push_delivery_origin();

update push_deliveries d set origin = substring(s.endpoint from '^[^/]+//[^/]+')
from push_subscriptions s
where s.id = d.subscription_id and d.sent_at is null and d.dropped_at is null;

create index push_deliveries_of_service on push_deliveries (origin, due_at, id)
  where sent_at is null and dropped_at is null;
