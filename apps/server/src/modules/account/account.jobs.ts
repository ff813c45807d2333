import { DEFAULT_RETRIES, type JobKind } from '#/platform/process/jobs.ts'
import { unblockEmail as deleteBlock } from './deletion.queries.ts'

export type UnblockEmail = { emailHash: string }

export const UNBLOCK_EMAIL = 'account.unblock-email'

/** Deletes the fingerprint of the address when the block ends. */
export const unblockEmail: JobKind<UnblockEmail> = {
  kind: UNBLOCK_EMAIL,
  lane: 'housekeeping',
  retryAfterMs: DEFAULT_RETRIES,
  handle: (ctx, { payload }) => deleteBlock(ctx.db, payload.emailHash, ctx.now()),
}
