import { and, eq, ne } from 'drizzle-orm'
import { members } from '#/modules/users/users.table.ts'
import type { Db } from '#/platform/process/db.ts'
import { knownDevices } from './session.table.ts'

export async function findKnownDevice(
  db: Db,
  account: { email: string },
  deviceId: string,
): Promise<boolean> {
  const rows = await db
    .select({ deviceId: knownDevices.deviceId })
    .from(knownDevices)
    .innerJoin(members, eq(members.id, knownDevices.memberId))
    .where(and(eq(members.email, account.email), eq(knownDevices.deviceId, deviceId)))
  return rows.length > 0
}

/** Returns false if the device was already known. */
export async function insertKnownDevice(
  db: Db,
  { memberId, deviceId, now }: { memberId: number; deviceId: string; now: Date },
): Promise<boolean> {
  const rows = await db
    .insert(knownDevices)
    .values({ memberId, deviceId, firstSeenAt: now })
    .onConflictDoNothing()
    .returning({ deviceId: knownDevices.deviceId })
  return rows.length > 0
}

export async function deleteKnownDevices(
  db: Db,
  memberId: number,
  { except }: { except: string | undefined },
): Promise<void> {
  const isOther = except === undefined ? undefined : ne(knownDevices.deviceId, except)
  await db.delete(knownDevices).where(and(eq(knownDevices.memberId, memberId), isOther))
}
