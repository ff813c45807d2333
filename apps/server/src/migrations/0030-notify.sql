-- Where a member's devices receive pushes. The endpoint is the device: who signs in there takes it over.
create table push_subscriptions (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null,
  -- Tries that failed in a row, and until when the device's service is left alone because of them.
  failures integer not null default 0,
  blocked_until timestamptz,
  constraint push_subscriptions_endpoint_key unique (endpoint)
);
create index push_subscriptions_of_member on push_subscriptions (member_id, id);

-- A push service that is down is down for all its devices.
create table push_services (
  origin text primary key,
  failures integer not null,
  blocked_until timestamptz not null
);

-- What operators tell everybody.
create table notices (
  id bigint generated always as identity primary key,
  type text not null,
  title_en text not null,
  title_ko text not null,
  content_en text not null,
  content_ko text not null,
  published_at timestamptz not null,
  withdrawn_at timestamptz,
  constraint notices_type_known check (type in ('NOTICE', 'EVENT', 'MAINTENANCE'))
);
create index notices_by_age on notices (published_at desc, id desc);

create table notice_reads (
  member_id bigint not null references members (id),
  notice_id bigint not null references notices (id),
  read_at timestamptz not null,
  primary key (member_id, notice_id)
);

-- A notice on its way to the devices of an audience: the cursor is the last device it was meant for.
create table campaigns (
  id bigint generated always as identity primary key,
  notice_id bigint not null references notices (id),
  code text not null,
  audience jsonb not null,
  started_by text not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  cursor bigint not null default 0,
  addressed_at timestamptz,
  cancelled_at timestamptz
);
create index campaigns_of_notice on campaigns (notice_id);

-- One push to one device, at most once per fact. It says nothing itself: what is sent is read from
-- the alert or the campaign when it goes out.
create table push_deliveries (
  id bigint generated always as identity primary key,
  subscription_id bigint not null references push_subscriptions (id) on delete cascade,
  alert_id bigint references alerts (id) on delete cascade,
  campaign_id bigint references campaigns (id) on delete cascade,
  due_at timestamptz not null,
  expires_at timestamptz not null,
  attempts integer not null default 0,
  leased_until timestamptz,
  sent_at timestamptz,
  dropped_at timestamptz,
  last_error text,
  constraint push_deliveries_of_one_fact check ((alert_id is null) <> (campaign_id is null)),
  constraint push_deliveries_alert_once unique (subscription_id, alert_id),
  constraint push_deliveries_campaign_once unique (subscription_id, campaign_id)
);
create index push_deliveries_due on push_deliveries (due_at, id)
  where sent_at is null and dropped_at is null;
create index push_deliveries_in_order on push_deliveries (subscription_id, due_at, id)
  where sent_at is null and dropped_at is null;
create index push_deliveries_of_alert on push_deliveries (alert_id) where alert_id is not null;
create index push_deliveries_of_campaign on push_deliveries (campaign_id) where campaign_id is not null;

-- Only what a member changed; everything is on at first.
create table alert_settings (
  member_id bigint not null references members (id),
  type text not null,
  enabled boolean not null,
  primary key (member_id, type)
);

create table quiet_hours (
  member_id bigint primary key references members (id),
  enabled boolean not null,
  from_minute integer not null,
  to_minute integer not null,
  time_zone text not null,
  constraint quiet_hours_of_a_day check (from_minute between 0 and 1439 and to_minute between 0 and 1439)
);

-- Each reminder at most once: its name says of what, such as check-in:3:2026-06-23.
create table reminders (
  member_id bigint not null references members (id),
  name text not null,
  reminded_at timestamptz not null,
  primary key (member_id, name)
);
create index reminders_by_age on reminders (reminded_at);
create index alerts_unread on alerts (member_id) where read_at is null;
create index alerts_by_age on alerts (created_at);

-- The campaign that told of this maintenance, if one did: its end is told too.
alter table maintenance_versions add column campaign_id bigint references campaigns (id);
