import { erasedAt } from '@solstice/rules/pin'
import { lockMemberOrDeleted } from '#/modules/users/users.service.ts'
import type { AppContext } from '#/platform/process/context.ts'
import { DEFAULT_RETRIES, enqueue, type JobKind } from '#/platform/process/jobs.ts'
import { deletePinKey, findPinKeysOf } from './pin.queries.ts'

export type EraseDeletedPins = { memberId: number }

export const ERASE_DELETED_PINS = 'pin.erase-deleted'

/**
 * Runs 30 days after the account deletion and deletes its PIN keys, after which nothing sealed
 * under them can be opened. Runs again for shared keys that were tried since.
 */
export const eraseDeletedPins: JobKind<EraseDeletedPins> = {
  kind: ERASE_DELETED_PINS,
  lane: 'housekeeping',
  retryAfterMs: DEFAULT_RETRIES,
  handle: (ctx, { payload }) => erasePins(ctx, payload),
}

function erasePins(ctx: AppContext, payload: EraseDeletedPins): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const { deletedAt } = await lockMemberOrDeleted(tx, payload.memberId)
    if (!deletedAt) return
    const now = ctx.now()
    const kept = []
    for (const { id, shared, lastTryAt } of await findPinKeysOf(tx, payload.memberId)) {
      const endsAt = erasedAt({ deletedAt, shared, lastSharedTryAt: lastTryAt ?? undefined })
      if (now < endsAt) kept.push(endsAt)
      else await deletePinKey(tx, id)
    }
    const [dueAt] = kept.toSorted((a, b) => a.getTime() - b.getTime())
    if (dueAt) await enqueue(tx, ERASE_DELETED_PINS, { payload, dueAt, now })
  })
}
