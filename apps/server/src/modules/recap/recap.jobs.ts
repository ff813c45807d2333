import { PREPARE_RECAPS } from '#/modules/season/recap.queue.ts'
import type { JobSubject } from '#/modules/season/season.queue.ts'
import { continueFrom, DEFAULT_RETRIES, type JobKind } from '#/platform/process/jobs.ts'
import { writeNextPlaces } from './places.service.ts'

/** The season stores how far its places are written. */
export const prepareRecaps: JobKind<JobSubject> = {
  kind: PREPARE_RECAPS,
  lane: 'programme',
  retryAfterMs: DEFAULT_RETRIES,
  handle: async (ctx, { payload }) => {
    const state = await writeNextPlaces(ctx, payload.id)
    return state === 'unfinished' ? continueFrom(payload) : undefined
  },
}
