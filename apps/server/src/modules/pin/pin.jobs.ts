import { DEFAULT_RETRIES, type JobKind } from '#/platform/jobs.ts'
import { deletePinKey } from './pin.queries.ts'

export type DropRetiredKey = { pinKeyId: string }

export const DROP_RETIRED_KEY = 'pin.drop-retired-key'

/** After 180 days nothing that was sealed under an earlier PIN can be opened by it any more. */
export const dropRetiredKey: JobKind<DropRetiredKey> = {
  kind: DROP_RETIRED_KEY,
  retryAfterMs: DEFAULT_RETRIES,
  handle: (ctx, { payload }) => deletePinKey(ctx.db, payload.pinKeyId),
}
