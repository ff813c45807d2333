-- Indexes for tables whose rows expire. Where one statement writes many rows with the same instant,
-- the index also has their key, so that a sweep continues behind the rows that it has deleted.
create index alerts_by_age_and_id on alerts (created_at, id);
drop index alerts_by_age;
create index reminders_by_age_and_key on reminders (reminded_at, member_id, name);
drop index reminders_by_age;
create index push_deliveries_sent_and_id on push_deliveries (sent_at, id) where sent_at is not null;
drop index push_deliveries_sent;
create index push_deliveries_dropped_and_id on push_deliveries (dropped_at, id) where dropped_at is not null;
drop index push_deliveries_dropped;

create index notice_reads_by_age on notice_reads (read_at, member_id, notice_id);
create index security_events_by_age on security_events (created_at);
create index mission_opens_by_age on mission_opens (opened_at);
create index mission_alarms_by_age on mission_alarms (updated_at);
