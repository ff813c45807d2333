import { sql } from 'drizzle-orm'
import { rowsOf, type Db } from '#/platform/db.ts'

export async function findKnownDevice(
  db: Db,
  account: { email: string },
  deviceId: string,
): Promise<boolean> {
  const rows = await rowsOf<{ known: number }>(
    db,
    sql`select 1 as known from known_devices d join members m on m.id = d.member_id
      where m.email = ${account.email} and d.device_id = ${deviceId}`,
  )
  return rows.length > 0
}

/** False where the device was known already. */
export async function insertKnownDevice(
  db: Db,
  { memberId, deviceId, now }: { memberId: number; deviceId: string; now: Date },
): Promise<boolean> {
  const rows = await rowsOf<{ device_id: string }>(
    db,
    sql`insert into known_devices (member_id, device_id, first_seen_at)
      values (${memberId}, ${deviceId}, ${now.toISOString()}::timestamptz)
      on conflict do nothing returning device_id`,
  )
  return rows.length > 0
}

export async function deleteKnownDevices(
  db: Db,
  memberId: number,
  { except }: { except: string | undefined },
): Promise<void> {
  await db.execute(sql`delete from known_devices
    where member_id = ${memberId} and device_id is distinct from ${except ?? null}`)
}
