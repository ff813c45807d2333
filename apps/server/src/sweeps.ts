import { NOTICE_TTL_MS } from '@solstice/rules/alert'
import { DAY_MS } from '@solstice/rules/duration'
import { IDEMPOTENCY_KEPT_MS } from './platform/books/idempotency.ts'
import { DONE_JOBS_KEPT_MS } from './platform/process/jobs.ts'
import { LONGEST_WINDOW_MS } from './platform/books/limits.ts'
import type { Sweep } from './platform/process/sweep.ts'

/** A device counts as known for this long after its last session. */
const SESSIONS_KEPT_MS = 180 * DAY_MS
/** Longer than the code, the completed code, the token and the retries of their mail. */
const SHORT_LIVED_KEPT_MS = DAY_MS
/** Twice the time for which they are shown, so that rows at the limit are never missing. */
const ALERTS_KEPT_MS = 2 * NOTICE_TTL_MS
/** As long as a job that could request it again. */
const PUSHES_KEPT_MS = DONE_JOBS_KEPT_MS
/** Longer than the longest season, in which these rows are read. */
const SEASON_DETAILS_KEPT_MS = 400 * DAY_MS
/** Long enough to repeat the draw of every week of a usual season after its end. */
const LEAGUE_ENTRIES_KEPT_MS = 90 * DAY_MS
/** They pause payouts for days; afterwards they only help support. */
const SECURITY_EVENTS_KEPT_MS = 400 * DAY_MS
const VERIFICATIONS_KEPT_MS = 90 * DAY_MS
/** Sign-ins of operators stay long enough to examine an incident; the audit keeps them for ever. */
const OPERATOR_SIGN_INS_KEPT_MS = 90 * DAY_MS
const OPERATOR_DEVICES_KEPT_MS = 400 * DAY_MS
/** Long enough to compare a season with the same one a year ago. */
const ALARMS_KEPT_MS = 365 * DAY_MS
/** A day is written at its end; these are for a job that was late. */
const HEARTBEATS_KEPT_MS = 14 * DAY_MS
/** As long as the season details to which a hold belongs. */
const HOLDS_KEPT_MS = 400 * DAY_MS
/** The assessment finds a link again as long as its facts exist. */
const HOLD_LINKS_KEPT_MS = 180 * DAY_MS
/** Longer than the days of a campaign's effect, and than a test counts. */
const CAMPAIGN_DETAILS_KEPT_MS = 30 * DAY_MS
const READS_KEPT_MS = 365 * DAY_MS
const REFUSALS_KEPT_MS = 30 * DAY_MS
/** Twice the time that the chart of a price covers. */
const PRICE_POINTS_KEPT_MS = 2 * DAY_MS

/** Every table whose rows expire. Each slice adds its own here. */
export const sweeps: readonly Sweep[] = [
  { table: 'rate_limits', column: 'window_started_at', keptMs: LONGEST_WINDOW_MS },
  { table: 'idempotency_keys', column: 'created_at', keptMs: IDEMPOTENCY_KEPT_MS },
  { table: 'jobs', column: 'done_at', keptMs: DONE_JOBS_KEPT_MS },
  { table: 'sessions', column: 'expires_at', keptMs: SESSIONS_KEPT_MS },
  { table: 'operator_sessions', column: 'ends_at', keptMs: OPERATOR_SIGN_INS_KEPT_MS },
  { table: 'operator_logins', column: 'expires_at', keptMs: 0 },
  { table: 'operator_enrolments', column: 'expires_at', keptMs: OPERATOR_SIGN_INS_KEPT_MS },
  { table: 'operator_notices', column: 'created_at', keptMs: OPERATOR_SIGN_INS_KEPT_MS },
  { table: 'operator_devices', column: 'last_seen_at', keptMs: OPERATOR_DEVICES_KEPT_MS },
  { table: 'used_device_proofs', column: 'expires_at', keptMs: 0 },
  { table: 'verification_codes', column: 'expires_at', keptMs: SHORT_LIVED_KEPT_MS },
  { table: 'pin_evaluations', column: 'created_at', keptMs: SHORT_LIVED_KEPT_MS },
  { table: 'wallet_challenges', column: 'issued_at', keptMs: SHORT_LIVED_KEPT_MS },
  { table: 'data_exports', column: 'expires_at', keptMs: 0 },
  { table: 'blocked_emails', column: 'blocked_until', keptMs: 0 },
  { table: 'alerts', column: 'created_at', key: ['id'], keptMs: ALERTS_KEPT_MS },
  { table: 'incoming_deposits', column: 'found_at', keptMs: ALERTS_KEPT_MS },
  {
    table: 'reminders',
    column: 'reminded_at',
    key: ['member_id', 'name'],
    keptMs: ALERTS_KEPT_MS,
  },
  { table: 'push_deliveries', column: 'sent_at', key: ['id'], keptMs: PUSHES_KEPT_MS },
  { table: 'push_deliveries', column: 'dropped_at', key: ['id'], keptMs: PUSHES_KEPT_MS },
  { table: 'push_services', column: 'failed_at', keptMs: PUSHES_KEPT_MS },
  // A notice is shown for a shorter time, and is read after it was published.
  {
    table: 'notice_reads',
    column: 'read_at',
    key: ['member_id', 'notice_id'],
    keptMs: ALERTS_KEPT_MS,
  },
  {
    table: 'campaign_subjects',
    column: 'added_at',
    key: ['campaign_id', 'member_id'],
    keptMs: CAMPAIGN_DETAILS_KEPT_MS,
  },
  { table: 'notice_tests', column: 'sent_at', keptMs: CAMPAIGN_DETAILS_KEPT_MS },
  { table: 'security_events', column: 'created_at', keptMs: SECURITY_EVENTS_KEPT_MS },
  {
    table: 'league_entries',
    column: 'entered_at',
    key: ['season_id', 'week', 'blinded_id'],
    keptMs: LEAGUE_ENTRIES_KEPT_MS,
  },
  { table: 'mission_opens', column: 'opened_at', keptMs: SEASON_DETAILS_KEPT_MS },
  { table: 'mission_alarms', column: 'updated_at', keptMs: SEASON_DETAILS_KEPT_MS },
  { table: 'ledger_verifications', column: 'finished_at', keptMs: VERIFICATIONS_KEPT_MS },
  { table: 'audit_verifications', column: 'finished_at', keptMs: VERIFICATIONS_KEPT_MS },
  { table: 'processes', column: 'seen_at', keptMs: DAY_MS },
  {
    table: 'heartbeats',
    column: 'minute',
    key: ['process_id'],
    keptMs: HEARTBEATS_KEPT_MS,
  },
  { table: 'operator_reads', column: 'at', keptMs: READS_KEPT_MS },
  { table: 'alarms', column: 'cleared_at', keptMs: ALARMS_KEPT_MS },
  { table: 'holds', column: 'ended_at', key: ['id'], keptMs: HOLDS_KEPT_MS },
  {
    table: 'hold_links',
    column: 'found_at',
    key: ['member_id', 'kind', 'key'],
    keptMs: HOLD_LINKS_KEPT_MS,
  },
  {
    table: 'member_refusals',
    column: 'hour_started_at',
    key: ['id'],
    keptMs: REFUSALS_KEPT_MS,
  },
  { table: 'price_points', column: 'at', key: ['symbol'], keptMs: PRICE_POINTS_KEPT_MS },
]
