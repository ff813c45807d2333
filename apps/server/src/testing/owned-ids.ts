import type { CallId } from '@solstice/contract/catalogue'
import { notify } from '#/platform/alerts.ts'
import type { TestApp } from './test-app.ts'
import type { Browser } from './test-member.ts'

type Member = Browser & { email: string; userId: number }

/** What one member's call needs to reach something of their own. */
export type OwnCall = {
  params: Record<string, string | number>
  body?: unknown
  headers?: Record<string, string>
}

/** Whose the id in a path is: a member's own, or everybody's, such as a season's. */
type PathIds =
  | { kind: 'owned'; make: (server: TestApp, owner: Member) => Promise<OwnCall> }
  | { kind: 'shared' }

/**
 * Every member's call with an id in its path stands here. Of an owned id the matrix shows that
 * another member gets 2901 for it, as for one that does not exist.
 */
export const PATH_IDS: Partial<Record<CallId, PathIds>> = {
  'alert.read': {
    kind: 'owned',
    make: async ({ ctx }, owner) => {
      await notify(ctx.db, ctx, owner.userId, { code: 'REWARD' })
      const { data } = await owner.call('alert.list', { query: {} })
      return { params: { id: data?.list[0]?.alarmId ?? 0 } }
    },
  },
  'alert.changeSetting': { kind: 'shared' },
  'notice.read': { kind: 'shared' },
}
