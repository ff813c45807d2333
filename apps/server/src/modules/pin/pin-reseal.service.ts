import type { AppContext } from '#/platform/process/context.ts'
import type { SealedValues } from '#/platform/process/sealing-keys.ts'
import { findPinKeysAfter, resealPinKey, type PinKeyRow } from './pin.queries.ts'
import { pinKeyAssociatedData } from './pin.service.ts'

const BATCH = 200

type Context = Pick<AppContext, 'db' | 'pinSealer'>

/** Seals a PIN key again if a previous master key sealed it. Returns whether it did. */
export async function resealWhenUsed(
  { db, pinSealer }: Context,
  key: Pick<PinKeyRow, 'id' | 'memberId' | 'sealedKey'>,
): Promise<boolean> {
  if (pinSealer.isCurrent(key.sealedKey)) return false
  const associatedData = pinKeyAssociatedData(key)
  const plain = pinSealer.open(key.sealedKey, associatedData)
  return resealPinKey(db, key, pinSealer.seal(plain, associatedData))
}

export const sealedPinKeys: SealedValues = {
  name: 'PIN keys',
  setting: 'PIN_MASTER_KEY',
  keyIds: ({ pinSealer }) => pinSealer.keyIds,
  reseal: async (ctx, after) => {
    const rows = await findPinKeysAfter(ctx.db, after, BATCH)
    let count = 0
    for (const row of rows) if (await resealWhenUsed(ctx, row)) count += 1
    return { count, next: rows.length < BATCH ? null : (rows.at(-1)?.id ?? null) }
  },
}
