import {
  and,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  notInArray,
  notLike,
  sql,
  type SQL,
} from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { inviteClaims, inviteReferrals, inviteWithdrawals } from '#/modules/invite/invite.table.ts'
import { orders } from '#/modules/order/order.table.ts'
import { payouts } from '#/modules/payout/payout.table.ts'
import { refunds } from '#/modules/refund/refund.table.ts'
import { seasons } from '#/modules/season/season.table.ts'
import { securityEvents } from '#/modules/security/security.table.ts'
import { sessions } from '#/modules/session/session.table.ts'
import { members } from '#/modules/users/users.table.ts'
import { alerts } from '#/platform/books/alerts.table.ts'
import { auditEntries } from '#/platform/books/audit.table.ts'
import type { HistoryKind } from '#/platform/books/histories.ts'
import { histories } from '#/platform/books/histories.table.ts'
import { memberRefusals } from '#/platform/books/refusals.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { memberNotes } from './member.table.ts'
import { instantText, type TimelineKey } from './timeline-cursor.ts'

/** The entries that a page reads: those of a member, and of a season if it is given. */
export type TimelineRange = {
  memberId: number
  seasonId: number | undefined
  before: TimelineKey | undefined
  size: number
}

type Range = TimelineRange & { position: number }

/** The columns by which a source is ordered. */
type Order = { at: PgColumn; id: PgColumn }

/**
 * Compares the order of the whole timeline: by instant, then by the position of the source, then by
 * id.
 */
function isBefore({ at, id }: Order, { before, position }: Range): SQL | undefined {
  if (!before) return undefined
  const instant = sql`${instantText(before.micros)}::timestamptz`
  if (position < before.position) return sql`${at} <= ${instant}`
  if (position > before.position) return sql`${at} < ${instant}`
  return sql`(${at}, ${id}) < (${instant}, ${before.id}::bigint)`
}

/** Reads the newest entries of a source by the index on its order. */
function keysOf(db: Db, { at, id }: Order, range: Range, where: SQL | undefined) {
  return db
    .select({
      position: sql`${range.position}::integer`.as('position'),
      micros: sql`(extract(epoch from ${at}) * 1000000)::bigint`.as('micros'),
      id: sql`${id}`.as('entry_id'),
    })
    .from(at.table)
    .where(and(where, isBefore({ at, id }, range)))
    .orderBy(desc(at), desc(id))
    .limit(range.size)
}

/** The history of a member is indexed by season, so it is read season by season. */
function historyKeys(db: Db, range: Range, isOfGroup: SQL | undefined) {
  const { memberId, seasonId, size } = range
  const order = { at: histories.createdAt, id: histories.id }
  const ofMember = and(eq(histories.memberId, memberId), isOfGroup)
  if (seasonId !== undefined) {
    return keysOf(db, order, range, and(ofMember, eq(histories.seasonId, seasonId)))
  }
  const inSeason = and(ofMember, eq(histories.seasonId, seasons.id))
  const keys = keysOf(db, order, range, inSeason).as('keys')
  return db
    .select({ position: keys.position, micros: keys.micros, id: keys.id })
    .from(seasons)
    .crossJoinLateral(keys)
    .orderBy(desc(keys.micros), desc(keys.id))
    .limit(size)
}

// Inlined, because PostgreSQL uses a partial index only if the statement repeats its condition.
const PAID_KINDS: HistoryKind[] = ['PURCHASE', 'REFUND', 'ROUND_REWARD']
const isPaid = inArray(histories.kind, PAID_KINDS).inlineParams()
const isEarned = notInArray(histories.kind, PAID_KINDS).inlineParams()
const isReferralClaim = eq(inviteClaims.type, 'REFERRAL').inlineParams()
const isAdjustment = eq(auditEntries.action, 'member.adjust').inlineParams()
const ofXp = sql`${auditEntries.data} ->> 'asset' in ('SEASON_XP', 'XP', 'TICKET')`
const ofMoney = sql`${auditEntries.data} ->> 'asset' not in ('SEASON_XP', 'XP', 'TICKET')`
const isOtherAction = notInArray(auditEntries.action, [
  'member.adjust',
  'member.add-note',
]).inlineParams()

const isOfNoMember = notLike(auditEntries.subject, 'member:%').inlineParams()

const AUDIT = { at: auditEntries.at, id: auditEntries.id }

function adjustmentKeys(db: Db, range: Range, ofAsset: SQL) {
  const { memberId, seasonId } = range
  const where = and(
    eq(auditEntries.subject, `member:${memberId}`),
    isAdjustment,
    ofAsset,
    seasonId === undefined
      ? undefined
      : sql`${auditEntries.data} ->> 'scope' = ${`season:${seasonId}`}`,
  )
  return keysOf(db, AUDIT, range, where)
}

const inSeason = (column: PgColumn, { seasonId }: Range) =>
  seasonId === undefined ? undefined : eq(column, seasonId)

/** Every source of the timeline with the query of its newest entries. */
const KEYS = {
  earned: (db: Db, range: Range) => historyKeys(db, range, isEarned),
  paid: (db: Db, range: Range) => historyKeys(db, range, isPaid),
  adjustedXp: (db: Db, range: Range) => adjustmentKeys(db, range, ofXp),
  adjustedMoney: (db: Db, range: Range) => adjustmentKeys(db, range, ofMoney),
  referralClaims: (db: Db, range: Range) =>
    keysOf(
      db,
      { at: inviteClaims.createdAt, id: inviteClaims.id },
      range,
      and(eq(inviteClaims.memberId, range.memberId), isReferralClaim),
    ),
  orders: (db: Db, range: Range) =>
    keysOf(
      db,
      { at: orders.createdAt, id: orders.id },
      range,
      and(eq(orders.memberId, range.memberId), isNull(orders.historyId)),
    ),
  refundRequests: (db: Db, range: Range) =>
    keysOf(
      db,
      { at: refunds.requestedAt, id: refunds.id },
      range,
      and(eq(refunds.memberId, range.memberId), inSeason(refunds.seasonId, range)),
    ),
  refundDecisions: (db: Db, range: Range) =>
    keysOf(
      db,
      { at: refunds.decidedAt, id: refunds.id },
      range,
      and(
        eq(refunds.memberId, range.memberId),
        isNotNull(refunds.decidedAt),
        inSeason(refunds.seasonId, range),
      ),
    ),
  withdrawals: (db: Db, range: Range) =>
    keysOf(
      db,
      { at: inviteWithdrawals.createdAt, id: inviteWithdrawals.id },
      range,
      eq(inviteWithdrawals.memberId, range.memberId),
    ),
  payouts: (db: Db, range: Range) =>
    keysOf(
      db,
      { at: payouts.createdAt, id: payouts.id },
      range,
      eq(payouts.memberId, range.memberId),
    ),
  friendsJoined: (db: Db, range: Range) =>
    keysOf(
      db,
      { at: members.referredAt, id: members.id },
      range,
      eq(members.referredBy, range.memberId),
    ),
  friendsQualified: (db: Db, range: Range) =>
    keysOf(
      db,
      { at: inviteReferrals.qualifiedAt, id: inviteReferrals.friendId },
      range,
      and(
        eq(inviteReferrals.referrerId, range.memberId),
        inSeason(inviteReferrals.seasonId, range),
      ),
    ),
  alerts: (db: Db, range: Range) =>
    keysOf(db, { at: alerts.createdAt, id: alerts.id }, range, eq(alerts.memberId, range.memberId)),
  securityEvents: (db: Db, range: Range) =>
    keysOf(
      db,
      { at: securityEvents.createdAt, id: securityEvents.id },
      range,
      eq(securityEvents.memberId, range.memberId),
    ),
  sessionStarts: (db: Db, range: Range) =>
    keysOf(
      db,
      { at: sessions.createdAt, id: sessions.number },
      range,
      eq(sessions.memberId, range.memberId),
    ),
  sessionEnds: (db: Db, range: Range) =>
    keysOf(
      db,
      { at: sessions.endedAt, id: sessions.number },
      range,
      and(eq(sessions.memberId, range.memberId), isNotNull(sessions.endedAt)),
    ),
  refusals: (db: Db, range: Range) =>
    keysOf(
      db,
      { at: memberRefusals.firstAt, id: memberRefusals.id },
      range,
      and(
        eq(memberRefusals.memberId, range.memberId),
        range.seasonId === undefined
          ? undefined
          : sql`${memberRefusals.subject} ->> 'seasonId' = ${String(range.seasonId)}`,
      ),
    ),
  actions: (db: Db, range: Range) =>
    keysOf(
      db,
      AUDIT,
      range,
      and(eq(auditEntries.subject, `member:${range.memberId}`), isOtherAction),
    ),
  actionsNaming: (db: Db, range: Range) =>
    keysOf(
      db,
      AUDIT,
      range,
      and(sql`${auditEntries.data} ->> 'userId' = ${String(range.memberId)}`, isOfNoMember),
    ),
  notes: (db: Db, range: Range) =>
    keysOf(
      db,
      { at: memberNotes.createdAt, id: memberNotes.id },
      range,
      eq(memberNotes.memberId, range.memberId),
    ),
}

export type SourceName = keyof typeof KEYS

/**
 * Returns the keys of the newest entries of these sources, newest first, in one statement. Each
 * source reads at most as many rows as the page has.
 */
export function findTimelineKeys(
  db: Db,
  sources: readonly { name: SourceName; position: number }[],
  range: TimelineRange,
): Promise<TimelineKey[]> {
  const found = sources.map(({ name, position }) => sql`${KEYS[name](db, { ...range, position })}`)
  const keys = sql`(${sql.join(found, sql` union all `)}) as keys`
  return db
    .select({
      position: sql`keys.position`.mapWith(Number),
      micros: sql`keys.micros`.mapWith(Number),
      id: sql`keys.entry_id`.mapWith(Number),
    })
    .from(keys)
    .orderBy(sql`keys.micros desc, keys.position desc, keys.entry_id desc`)
    .limit(range.size)
}
