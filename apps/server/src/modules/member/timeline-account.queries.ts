import { eq, inArray, sql } from 'drizzle-orm'
import { operators } from '#/modules/operator/operator.table.ts'
import { pushDeliveries } from '#/modules/push/push.table.ts'
import { securityEvents } from '#/modules/security/security.table.ts'
import { sessions } from '#/modules/session/session.table.ts'
import { alerts } from '#/platform/books/alerts.table.ts'
import { auditEntries } from '#/platform/books/audit.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { memberNotes } from './member.table.ts'
import { entryText, type ReadEntries } from './timeline-entry.ts'
import { operatorOf } from './timeline-operator.ts'

/** The state of an alert is that of its push on the device that came furthest. */
export const readAlerts: ReadEntries = async (db, ids) => {
  const { alertId, sentAt, droppedAt } = pushDeliveries
  const push = db
    .select({
      state: sql<'SENT' | 'QUEUED' | 'DROPPED' | null>`case when count(*) = 0 then null
        when count(${sentAt}) > 0 then 'SENT'
        when count(${droppedAt}) < count(*) then 'QUEUED' else 'DROPPED' end`.as('state'),
    })
    .from(pushDeliveries)
    .where(eq(alertId, alerts.id))
    .as('push')
  const rows = await db
    .select({ id: alerts.id, code: alerts.code, skipped: alerts.pushSkipped, state: push.state })
    .from(alerts)
    .crossJoinLateral(push)
    .where(inArray(alerts.id, [...ids]))
  return new Map(
    rows.map(({ id, code, skipped, state }) => [
      id,
      entryText({
        entryId: `alert:${id}`,
        // The pushes of an old alert and of a removed device are deleted.
        explained: skipped !== null || state !== null,
        kind: code,
        state: skipped ?? state,
      }),
    ]),
  )
}

export const readSecurityEvents: ReadEntries = async (db, ids) => {
  const { id, kind, device } = securityEvents
  const rows = await db
    .select({ id, kind, device })
    .from(securityEvents)
    .where(inArray(id, [...ids]))
  return new Map(
    rows.map((row) => [
      row.id,
      entryText({
        entryId: `security:${row.id}`,
        explained: false,
        kind: row.kind,
        name: row.device,
      }),
    ]),
  )
}

function sessionRows(db: Db, numbers: readonly number[]) {
  return db
    .select({ number: sessions.number, device: sessions.device })
    .from(sessions)
    .where(inArray(sessions.number, [...numbers]))
}

export const readSessionStarts: ReadEntries = async (db, ids) => {
  const rows = await sessionRows(db, ids)
  return new Map(
    rows.map(({ number, device }) => [
      number,
      entryText({
        entryId: `session:${number}`,
        explained: false,
        kind: 'SESSION',
        name: device,
        state: 'STARTED',
      }),
    ]),
  )
}

export const readSessionEnds: ReadEntries = async (db, ids) => {
  const rows = await sessionRows(db, ids)
  return new Map(
    rows.map(({ number, device }) => [
      number,
      entryText({
        entryId: `session:${number}.ended`,
        explained: false,
        kind: 'SESSION',
        name: device,
        state: 'ENDED',
      }),
    ]),
  )
}

export const readActions: ReadEntries = async (db, ids) => {
  const { id, actor, action } = auditEntries
  const rows = await db
    .select({ id, actor, action })
    .from(auditEntries)
    .where(inArray(id, [...ids]))
  return new Map(
    rows.map((row) => [
      row.id,
      entryText({
        entryId: `audit:${row.id}`,
        explained: false,
        kind: row.action,
        operator: operatorOf(row.actor),
      }),
    ]),
  )
}

export const readNotes: ReadEntries = async (db, ids) => {
  const rows = await db
    .select({ id: memberNotes.id, text: memberNotes.text, operator: operators.name })
    .from(memberNotes)
    .innerJoin(operators, eq(operators.id, memberNotes.operatorId))
    .where(inArray(memberNotes.id, [...ids]))
  return new Map(
    rows.map(({ id, text, operator }) => [
      id,
      entryText({ entryId: `note:${id}`, explained: false, kind: 'NOTE', name: text, operator }),
    ]),
  )
}
