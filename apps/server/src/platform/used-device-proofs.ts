import { sql } from 'drizzle-orm'
import type { AppContext } from './context.ts'
import { rowsOf } from './db.ts'

type UsedProof = { deviceId: string; jti: string; expiresAt: Date }

/** In one statement: of two requests with the same proof, one is accepted. */
export async function useProofOnce(
  ctx: Pick<AppContext, 'db'>,
  { deviceId, jti, expiresAt }: UsedProof,
): Promise<boolean> {
  const rows = await rowsOf<{ jti: string }>(
    ctx.db,
    sql`insert into used_device_proofs (device_id, jti, expires_at)
      values (${deviceId}, ${jti}, ${expiresAt.toISOString()}::timestamptz)
      on conflict do nothing returning jti`,
  )
  return rows.length === 1
}
