-- The session that registered the device: once its member has logged it out, the device receives
-- nothing any more. Null for devices that registered before this was noted.
alter table push_subscriptions add column session_id uuid;
create index push_subscriptions_of_session on push_subscriptions (session_id);
