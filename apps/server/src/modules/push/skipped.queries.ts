import { and, eq, inArray, isNull, notExists, notInArray } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { alerts } from '#/platform/books/alerts.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { idList } from '#/platform/process/expressions.ts'
import { pushDeliveries } from './push.table.ts'

/** The alerts for which no push was prepared, by the reason. */
export type SkippedAlerts = Record<'SWITCHED_OFF' | 'EXPIRED', number[]>

/** Stores why members get no push of these alerts, with one statement for each reason. */
export async function markSkipped(tx: Db, skipped: SkippedAlerts): Promise<void> {
  for (const pushSkipped of ['SWITCHED_OFF', 'EXPIRED'] as const) {
    const ids = skipped[pushSkipped]
    if (ids.length === 0) continue
    await tx
      .update(alerts)
      .set({ pushSkipped })
      .where(inArray(alerts.id, idList(ids)))
  }
}

/**
 * Stores that alerts reached no device, before their pushes are deleted with devices that are gone.
 * An alert with a push on another device is decided by that one.
 */
export async function markDevicesGone(tx: Db, devices: readonly number[]): Promise<void> {
  const other = alias(pushDeliveries, 'other')
  const pending = tx
    .select({ alertId: pushDeliveries.alertId })
    .from(pushDeliveries)
    .where(
      and(
        inArray(pushDeliveries.subscriptionId, idList(devices)),
        isNull(pushDeliveries.sentAt),
        isNull(pushDeliveries.droppedAt),
      ),
    )
  const elsewhere = tx
    .select({ id: other.id })
    .from(other)
    .where(and(eq(other.alertId, alerts.id), notInArray(other.subscriptionId, idList(devices))))
  await tx
    .update(alerts)
    .set({ pushSkipped: 'DEVICE_GONE' })
    .where(and(inArray(alerts.id, pending), notExists(elsewhere)))
}
