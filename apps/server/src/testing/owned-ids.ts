import type { CallId } from '@solstice/contract/catalogue'
import type { TestApp } from './test-app.ts'
import { aSeason } from './test-season.ts'
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
  'season.show': { kind: 'shared' },
  'season.tiers': { kind: 'shared' },
  'season.rounds': { kind: 'shared' },
  'season.levels': { kind: 'shared' },
  'season.banners': { kind: 'shared' },
  'mission.list': { kind: 'shared' },
  'mission.listAvailable': { kind: 'shared' },
  'mission.show': { kind: 'shared' },
  'mission.open': { kind: 'shared' },
  'mission.execute': { kind: 'shared' },
  'ranking.list': { kind: 'shared' },
  'history.list': { kind: 'shared' },
  'history.tickets': { kind: 'shared' },
  'history.show': {
    kind: 'owned',
    make: async (server, owner) => {
      const { seasonId } = await aSeason(server)
      const params = { seasonId, missionId: 3 }
      const { data } = await owner.call('mission.execute', { params, body: {} })
      return { params: { seasonId, historyId: data?.historyId ?? 0 } }
    },
  },
}
