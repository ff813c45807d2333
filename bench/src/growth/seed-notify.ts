import type { SeedStatement } from './seed-statement.ts'

/** A valid public key of a browser, shared by all devices. */
const P256DH =
  'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'

/** Alerts, devices and a campaign that was sent three days ago. Every second member has a device. */
export const NOTIFY_STATEMENTS: readonly SeedStatement[] = [
  {
    name: 'alerts, alert_settings, quiet_hours, reminders',
    sql: `insert into alerts (id, member_id, code, data, created_at, read_at)
      overriding system value
      select 2 * (i::bigint - 1) + part, i, 'SEASON_OPEN', '{"seasonId": {earlier}}'::jsonb,
        {now} - interval '15 days' * part, case when part = 2 then {now} - interval '10 days' end
      from generate_series(1, {n}) i, generate_series(1, 2) part;
      insert into alert_settings (member_id, type, enabled)
      select i, 'SEASON', false from generate_series(20, {n}, 20) i;
      insert into quiet_hours (member_id, enabled, from_minute, to_minute, time_zone)
      select i, true, 1320, 420, 'Asia/Seoul' from generate_series(5, {n}, 5) i;
      insert into reminders (member_id, name, reminded_at)
      select i, 'check-in:earlier', {now} - interval '20 days' from generate_series(1, {n}) i`,
  },
  {
    name: 'notices, notice_reads, campaigns',
    sql: `insert into notices (id, type, title_en, title_ko, content_en, content_ko, published_at)
      overriding system value
      select i, 'NOTICE', 'Announcement', '공지', 'An announcement', '공지입니다',
        {now} - i * interval '1 day'
      from generate_series(1, 20) i;
      insert into notice_reads (member_id, notice_id, read_at)
      select i, notice, {now} - interval '1 day'
      from generate_series(2, {n}, 2) i, generate_series(1, 2) notice;
      insert into campaigns (id, notice_id, code, audience, started_by, created_at, due_at, cursor,
        addressed_at)
      overriding system value
      select i, i, 'NOTICE', '{}', 'operator:growth', {now} - interval '3 days', {now} - interval '3 days',
        {n}, {now} - interval '3 days'
      from generate_series(1, 3) i`,
  },
  {
    name: 'push_subscriptions, push_deliveries',
    sql: `insert into push_subscriptions (id, member_id, endpoint, p256dh, auth, created_at)
      overriding system value
      select i, i, '{pushService}/device/' || i, '${P256DH}', 'BTBZMqHH6r4Tts7J_aSIgg',
        {now} - interval '50 days'
      from generate_series(2, {n}, 2) i;
      insert into push_deliveries (id, subscription_id, campaign_id, due_at, expires_at, attempts, sent_at)
      overriding system value
      select i, i, 1 + i % 3, {now} - interval '3 days', {now} - interval '2 days', 1,
        {now} - interval '3 days'
      from generate_series(2, {n}, 2) i`,
  },
]
