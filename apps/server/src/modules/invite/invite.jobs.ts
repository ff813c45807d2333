import { DEFAULT_RETRIES, type JobKind } from '#/platform/process/jobs.ts'
import { QUALIFY_FRIEND, type QualifyFriend } from './invite.queue.ts'
import { qualifyFriend } from './qualification.service.ts'

export const qualifyFriends: JobKind<QualifyFriend> = {
  kind: QUALIFY_FRIEND,
  lane: 'programme',
  retryAfterMs: DEFAULT_RETRIES,
  handle: (ctx, { payload }) => qualifyFriend(ctx, payload.friendId),
}
