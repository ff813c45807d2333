import { DEFAULT_RETRIES, type JobKind } from '#/platform/jobs.ts'
import { deletePinKeysOf } from './pin.queries.ts'

export type EraseDeletedPins = { memberId: number }

export const ERASE_DELETED_PINS = 'pin.erase-deleted'

/** Due 30 days after the deletion of the account; nothing sealed under its PINs opens after that. */
export const eraseDeletedPins: JobKind<EraseDeletedPins> = {
  kind: ERASE_DELETED_PINS,
  retryAfterMs: DEFAULT_RETRIES,
  handle: (ctx, { payload }) => deletePinKeysOf(ctx.db, payload.memberId),
}
