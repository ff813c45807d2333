-- What time has made worthless is deleted in batches, oldest first, so each of these tables has an index by age.
create index sessions_by_expiry on sessions (expires_at);
create index verification_codes_by_expiry on verification_codes (expires_at);
create index pin_evaluations_by_age on pin_evaluations (created_at);
create index wallet_challenges_by_age on wallet_challenges (issued_at);
create index blocked_emails_by_end on blocked_emails (blocked_until);
create index push_deliveries_sent on push_deliveries (sent_at) where sent_at is not null;
create index push_deliveries_dropped on push_deliveries (dropped_at) where dropped_at is not null;

-- From before failures had a time: nothing has been sent there since, so nobody knows how these are.
delete from push_services where failed_at is null;
