import { ACTIVE_ACCOUNTS, ACTIVE_DAY_ROWS } from '../apps/server/test/active-day.ts'

/**
 * The rows that a table gains, from an active member's day: a check-in, the daily tickets, the
 * question of the day, three spins, a reminder, an alert with its push, and now and then a purchase
 * or a log-in. A season lasts four weeks and has four rounds.
 */
export type Rows =
  | { perMemberDay: number }
  | { perMemberSeason: number }
  | { perMember: number }
  /** Regardless of the number of members, after a year. */
  | { total: number }

export type TableGrowth = {
  table: string
  purpose: string
  rows: Rows
  /** Days until a sweep deletes a row, or why rows stay. */
  kept: number | string
  /** Heap and indexes. */
  bytes: number
}

const MONEY = 'stays: record of money'
const ACCOUNT = 'until the account is deleted'
const SEASON = 'stays with its season'
const CONFIGURATION = 'stays: configuration'
const PROOF = 'stays: proof for members'
const STATE = 'one row per subject'

const line = (
  table: string,
  purpose: string,
  rows: Rows,
  kept: TableGrowth['kept'],
  bytes: number,
): TableGrowth => ({ table, purpose, rows, kept, bytes })

const day = (perMemberDay: number): Rows => ({ perMemberDay })
/** The rows of the missions of a day, which a test counts. */
const counted = (table: keyof typeof ACTIVE_DAY_ROWS): Rows => day(ACTIVE_DAY_ROWS[table])
const season = (perMemberSeason: number): Rows => ({ perMemberSeason })
/** The accounts of missions, and the one of rewards. */
const ACCOUNTS = season(ACTIVE_ACCOUNTS.length + 1)
const member = (perMember: number): Rows => ({ perMember })
const total = (rows: number): Rows => ({ total: rows })

/** Every table. `docs/tables.md` is generated from it: `npm run tables`. */
export const TABLE_GROWTH: readonly TableGrowth[] = [
  // Accounts
  line('members', 'accounts', member(1), 'stays: the ledger refers to it', 700),
  line('sessions', 'log-ins', day(0.1), 180, 260),
  line('known_devices', 'devices that have logged in', member(2), ACCOUNT, 170),
  line('used_device_proofs', 'device proofs that were used', day(2), 0, 250),
  line('verification_codes', 'mailed codes', day(0.01), 1, 330),
  line('pin_keys', 'PIN keys', member(1.2), ACCOUNT, 520),
  line('pin_devices', 'PIN attempts of devices', member(1.5), ACCOUNT, 200),
  line('pin_evaluations', 'PIN attempts', day(0.5), 1, 480),
  line('data_exports', 'files with all data of a member', day(0.001), 0, 700),
  line('data_export_parts', 'parts of these files', total(2000), 'deleted with its file', 70000),
  line('security_events', 'changes that pause payouts and are mailed', day(0.01), 400, 220),
  line('blocked_emails', 'addresses of deleted accounts', member(0.02), 0, 200),
  line('deletion_reasons', 'reasons of deletions', member(0.05), 'stays: names nobody', 90),
  line('profile_images', 'pictures', member(0.2), ACCOUNT, 60_000),
  line('passkeys', 'passkeys that unlock a wallet', member(0.5), ACCOUNT, 320),
  line('alert_settings', 'switched-off notifications', member(0.5), ACCOUNT, 110),
  line('quiet_hours', 'quiet hours and time zones', member(1), ACCOUNT, 120),

  // Requests and jobs
  line('rate_limits', 'calls in the current window', day(3), 1, 260),
  line('idempotency_keys', 'replies of recent writes', counted('idempotency_keys'), 1, 900),
  line('member_notes', 'notes of operators about a member', member(0.02), ACCOUNT, 400),
  line('member_refusals', 'refusals that members received', day(0.5), 30, 500),
  line('jobs', 'work after a commit', day(0.5), 7, 420),
  line('migrations', 'migrations that ran', total(60), CONFIGURATION, 100),
  line('environment', 'the environment of the database', total(1), CONFIGURATION, 100),
  line('maintenance_versions', 'versions of the remote flags', total(100), CONFIGURATION, 1000),

  // Ledger
  line('ledger_accounts', 'balances', ACCOUNTS, MONEY, 320),
  line('ledger_transactions', 'postings', counted('ledger_transactions'), MONEY, 210),
  line('ledger_keys', 'idempotency keys of postings', counted('ledger_keys'), MONEY, 165),
  line('ledger_reversals', 'reversed postings', day(0.001), MONEY, 90),
  line('ledger_partitions', 'partitions of the ledger', total(14), MONEY, 100),
  line('ledger_entries', 'amounts into and out of accounts', counted('ledger_entries'), MONEY, 125),
  line('ledger_checkpoints', 'verified ranges', total(180_000), MONEY, 130),
  line('ledger_closings', 'balances at the newest checkpoint', ACCOUNTS, MONEY, 90),
  line('ledger_detachments', 'detached ranges', total(13), MONEY, 80),
  line('ledger_openings', 'balances of detached ranges', ACCOUNTS, MONEY, 80),
  line('ledger_verifications', 'progress of verifications', total(2250), 90, 300),

  // Programme
  line('seasons', 'seasons', total(13), CONFIGURATION, 8000),
  line('season_revisions', 'saved plans of seasons', total(2600), CONFIGURATION, 16000),
  line('media', 'pictures of seasons and products', total(400), CONFIGURATION, 150000),
  line('season_rounds', 'rounds', total(52), CONFIGURATION, 150),
  line('excused_days', 'decisions about days with an outage', total(360), SEASON, 150),
  line('season_tiers', 'tiers', total(65), CONFIGURATION, 250),
  line('season_level_bonuses', 'bonuses of levels', total(65), CONFIGURATION, 90),
  line('season_prizes', 'prizes of the wheel', total(78), CONFIGURATION, 90),
  line('season_banners', 'banners', total(39), CONFIGURATION, 400),
  line('season_missions', 'missions', total(260), CONFIGURATION, 1200),
  line('season_schedules', 'seasons to be published later', total(13), CONFIGURATION, 300),
  line('season_mission_rewards', 'rewards that changed later', total(26), CONFIGURATION, 90),
  line('season_announcements', 'progress of announcing a pause', total(26), SEASON, 100),
  line('season_openings', 'progress of announcing a season', total(13), SEASON, 100),
  line('season_members', 'progress in a season', season(1), SEASON, 150),
  line('mission_completions', 'completed missions', counted('mission_completions'), SEASON, 180),
  line('mission_budgets', 'remaining completions of rationed missions', total(50), SEASON, 90),
  line('mission_opens', 'opened links', season(4), 400, 170),
  line('mission_addresses', 'addresses that proved a mission', season(1), SEASON, 210),
  line('mission_alarms', 'switched reminders of missions', season(1), 400, 210),
  line('mission_memories', 'state of a mission type', season(1), SEASON, 300),
  line('spin_commitments', 'commitments and draws', counted('spin_commitments'), PROOF, 600),
  line(
    'points_log_leaves',
    'entries of the points log',
    counted('ledger_transactions'),
    PROOF,
    190,
  ),
  line('points_log_tiles', 'hashes and entries', counted('ledger_transactions'), PROOF, 150),
  line(
    'points_log_members',
    'keys of entries',
    member(1),
    'the key until the account is deleted',
    110,
  ),
  line(
    'points_log_commitments',
    'hashes that were published before a secret',
    total(60),
    PROOF,
    250,
  ),
  line('points_log_checkpoints', 'signed checkpoints', total(3_200_000), PROOF, 420),
  line('histories', 'what a member earned and bought', counted('histories'), PROOF, 230),
  line('season_standings', 'XP and score', season(1), SEASON, 230),
  line('season_places', 'final places', season(1), SEASON, 90),
  line('league_weeks', 'weeks of leagues and their seeds', total(60), SEASON, 330),
  line('league_members', 'rung and pace', season(1), SEASON, 120),
  line('league_entries', 'leagues of a week', season(3), 90, 330),
  line('league_opt_outs', 'members who play in no league', member(0.1), ACCOUNT, 80),
  line('statistics_progress', 'position of the statistics', total(1), STATE, 60),
  line('season_days', 'amounts of a season by day and kind of posting', total(15_000), SEASON, 180),
  line('season_attendance', 'members who acted on a day', total(400), SEASON, 90),
  line('season_participants', 'how far a member came in a season', season(1), SEASON, 200),
  line('season_draws', 'draws of the wheel by declared odds', total(2500), SEASON, 200),
  line('season_payments', 'tokens paid and returned by day', total(800), SEASON, 120),
  line('season_refusals', 'refusals by hour and code', total(60_000), SEASON, 90),
  line('season_snapshots', 'members by progress and tier', total(13), SEASON, 200),
  line('push_days', 'pushes by day', total(365), 'stays: few rows', 70),
  line('book_progress', 'position of the books', total(1), STATE, 60),
  line('book_balances', 'balances of members together and of the system', total(400), MONEY, 110),
  line('book_months', 'amounts of a month by kind of posting', total(6000), MONEY, 160),
  line('book_closings', 'closed months', total(12), MONEY, 60),
  line('book_accounts', 'reconciled accounts of the treasury', total(20), CONFIGURATION, 240),
  line('book_tokens', 'reconciled balances', total(60), CONFIGURATION, 220),
  line('book_runs', 'reconciliations', total(7300), MONEY, 240),
  line('book_run_tokens', 'balances of a reconciliation', total(22_000), MONEY, 130),
  line('book_movements', 'recorded amounts of a reconciliation by kind', total(60_000), MONEY, 110),
  line('book_transfers', 'transactions that differ', total(400), MONEY, 200),
  line('book_bookings', 'amounts that operators booked', total(200), MONEY, 260),
  line('hold_links', 'keys that members may share', member(5), 180, 180),
  line('holds', 'holds of payouts', member(0.02), 400, 260),
  line('hold_peers', 'members linked to a held one', member(0.3), 'deleted with its hold', 90),
  line('hold_decisions', 'decisions about holds', member(0.02), 'deleted with its hold', 200),
  line('hold_months', 'published counts of holds', total(120), STATE, 80),
  line('alarms', 'raised alarms', total(5000), 365, 400),
  line(
    'alarm_notices',
    'mails and webhook calls of alarms',
    total(20_000),
    'deleted with its alarm',
    130,
  ),
  line('season_recaps', 'progress of writing final places', total(13), SEASON, 100),
  line('round_standings', 'XP of a round', season(4), SEASON, 110),
  line('ranking_moves', 'moves to aggregate', counted('ranking_moves'), 0, 150),
  line('ranking_counts', 'members per range of scores', total(2_000_000), SEASON, 130),
  line('ranking_progress', 'position of the aggregation', total(1), CONFIGURATION, 60),
  line('round_totals', 'XP of all members', total(52), SEASON, 80),
  line('round_rewards', 'rewards', season(3), MONEY, 460),
  line(
    'distribution_leaves',
    'amounts that addresses may claim in all rounds',
    { perMember: 1.1 },
    MONEY,
    330,
  ),
  line('distribution_claims', 'claims of rewards, with their proofs', season(1), MONEY, 1100),
  line('relay_sends', 'sends whose fee the treasury pays', day(0.02), MONEY, 780),

  // Wallets and chains
  line('networks', 'networks', total(20), CONFIGURATION, 400),
  line('contracts', 'tokens', total(100), CONFIGURATION, 250),
  line('price_points', 'hourly prices for charts', total(500), 2, 90),
  line('prices_by_hand', 'prices set by operators', total(10), CONFIGURATION, 100),
  line('wallet_registrations', 'wallets of members', member(1.1), ACCOUNT, 260),
  line('wallet_challenges', 'challenges to sign', day(0.01), 1, 330),
  line('wallet_transactions', 'transactions of members', day(0.05), ACCOUNT, 620),
  line('bookmarks', 'saved addresses', member(1), ACCOUNT, 330),
  line('chain_blocks', 'blocks of indexed chains', total(1_000_000), PROOF, 200),
  line('chain_transactions', 'transactions of indexed chains', day(0.02), PROOF, 1300),
  line('chain_transfers', 'transfers of indexed chains', day(0.02), PROOF, 900),
  line('used_payments', 'payments that served a purpose', day(0.005), MONEY, 330),
  line('incoming_scans', 'positions of the search for deposits', total(20), STATE, 60),
  line('incoming_deposits', 'deposits to notify', day(0.02), 60, 520),
  line('explorer_calls', 'requests to the explorer per day', total(365), STATE, 70),

  // Notifications
  line('alerts', 'notifications', day(1.5), 60, 330),
  line('reminders', 'sent reminders', day(1), 60, 230),
  line('push_subscriptions', 'devices for pushes', member(1.2), ACCOUNT, 900),
  line('push_services', 'failing push services', total(20), 7, 150),
  line('push_deliveries', 'pushes', day(2), 7, 420),
  line('campaign_counts', 'pushes of a campaign by state', total(1600), CONFIGURATION, 90),
  line(
    'campaign_outcomes',
    'pushes of a campaign by hour and reason',
    total(40_000),
    CONFIGURATION,
    110,
  ),
  line(
    'campaign_subjects',
    'members whose actions after a campaign are compared',
    total(650_000),
    30,
    150,
  ),
  line('notice_tests', 'tests of texts on own phones', total(500), 30, 200),
  line('notice_read_counts', 'readers of announcements by hour', total(200_000), CONFIGURATION, 90),
  line('notices', 'announcements', total(200), CONFIGURATION, 4000),
  line('notice_reads', 'read announcements', day(0.3), 60, 150),
  line('campaigns', 'pushes of announcements', total(200), CONFIGURATION, 300),

  // Shop and payouts
  line('products', 'products', total(200), CONFIGURATION, 1500),
  line('product_buyers', 'purchases per member and product', season(0.5), SEASON, 110),
  line('credit_packages', 'credit packages', total(20), CONFIGURATION, 500),
  line('orders', 'orders', day(0.01), MONEY, 900),
  line('payments', 'payments on chains', day(0.005), MONEY, 900),
  line('payment_scans', 'positions of the search for payments', total(20), STATE, 80),
  line('refunds', 'refunds', day(0.001), MONEY, 400),
  line('refund_batches', 'refunds of one payer', day(0.0005), MONEY, 250),
  line('payouts', 'payouts', season(3), MONEY, 900),
  line('payout_attempts', 'signed transactions', season(3), MONEY, 910),
  line('payout_caps', 'caps of payouts', total(10), CONFIGURATION, 150),
  line('treasury_lanes', 'nonces of the treasury', total(20), STATE, 200),
  line('treasury_balances', 'last known balances of the treasury', total(20), STATE, 300),
  line('treasury_switch', 'whether payouts are stopped', total(1), STATE, 100),
  line('treasury_contracts', 'contracts of the treasury', total(20), MONEY, 300),
  line('distribution_roots', 'roots of rewards', total(100), MONEY, 350),
  line('distribution_nodes', 'hashes of the newest root, for proofs', member(2), MONEY, 110),
  line('distributors', 'contracts that pay rewards', total(20), MONEY, 300),
  line('signer_requests', 'requests to the signer', total(100), 'deleted with its answer', 300),
  line('invite_terms', 'terms of invitations', total(10), CONFIGURATION, 300),
  line('invite_claims', 'claimed invitations', member(0.3), MONEY, 250),
  line('invite_referrals', 'qualified friends', member(0.3), MONEY, 250),
  line('invite_budgets', 'remaining rewards', total(10), STATE, 80),
  line('invite_withdrawals', 'withdrawals of rewards', day(0.002), MONEY, 400),

  // Operators
  line('operators', 'operators', total(50), 'stays: actors of the audit log', 300),
  line('replaced_operator_tokens', 'hashes of replaced tokens', total(100), CONFIGURATION, 180),
  line('operator_factors', 'passkeys and authenticator apps', total(150), CONFIGURATION, 500),
  line('operator_recovery_codes', 'recovery codes', total(500), CONFIGURATION, 150),
  line('operator_enrolments', 'enrolment links', total(100), 90, 200),
  line('operator_logins', 'sign-ins between their two steps', total(100), 0, 200),
  line('operator_sessions', 'sessions of operators', total(10_000), 90, 300),
  line('operator_devices', 'known browsers of operators', total(500), 400, 200),
  line('operator_notices', 'mails about sign-ins and colleagues', total(1000), 90, 150),
  line(
    'approvals',
    'proposals and their decisions',
    total(20_000),
    'stays: who approved what',
    900,
  ),
  line('approval_mails', 'mails about proposals', total(5000), 'stays with its proposal', 120),
  line('approval_policies', 'limits of one operator alone', total(20), CONFIGURATION, 500),
  line('operator_former_roles', 'roles that operators had', total(50), STATE, 100),
  line('operator_day_sums', 'amounts moved alone per day', total(5000), 'stays: few rows', 120),
  line('audit_entries', 'actions of operators', total(200_000), 'stays: hash chain', 700),
  line('audit_checkpoints', 'signed states of the audit log', total(400), 'stays: hash chain', 500),
  line('audit_verifications', 'verifications of the audit log', total(90), 90, 150),
  line('operator_reads', 'reads of members by operators', total(200_000), 365, 220),
  line('processes', 'running servers and workers', total(20), 1, 200),
  line('heartbeats', 'minutes in which processes ran', total(80_000), 14, 110),
  line('status_days', 'availability of a day', total(1100), 'stays: public record', 250),
  line('sealing_keys', 'keys that open sealed values', total(3), CONFIGURATION, 100),
  line('audit_head', 'end of the hash chain', total(1), STATE, 120),
]
