import type { CallData } from '@solstice/contract/wire'
import { page } from './sample-day.ts'
import { samplePlan } from './sample-plan.ts'

type Revision = CallData<'seasonPlan.revision'>

const saved: Omit<Revision, 'plan' | 'problems' | 'simulation'> = {
  revision: 12,
  kind: 'SAVE',
  savedAt: '2027-01-17T14:11:52.000Z',
  savedBy: 'mateo.ruiz',
  reason: null,
  change: null,
  isSimulated: false,
  previewed: { en: null, ko: null },
}

/** A simulation of the sample plan, as the server stores it. */
export const storedSimulation = (xp: number): NonNullable<Revision['simulation']> => ({
  simulatedAt: '2027-01-17T14:12:30.000Z',
  simulation: {
    members: 10_000,
    days: 28,
    xp,
    tickets: 251_000,
    spins: 375_000,
    checkIns: 124_000,
    reward: '10000',
    rewardSymbol: 'USDS',
    habits: [],
    daily: [],
    tiers: [],
    costPerMember: { reward: '1', xp: xp / 10_000, tickets: 25.1 },
  },
  spread: null,
  sizes: [],
})

/** A revision of the sample plan with other values. */
export const aRevision = (more: Partial<Revision> = {}): Revision => ({
  ...saved,
  plan: samplePlan,
  problems: [],
  simulation: null,
  ...more,
})

const listed = (revision: number, more: Partial<typeof saved> = {}) => ({
  ...saved,
  revision,
  ...more,
})

export const revisionReplies = {
  'seasonPlan.revisions': {
    ...page,
    totalCount: 3,
    list: [
      listed(12),
      listed(11, { savedBy: 'hana.seo', savedAt: '2027-01-17T13:40:00.000Z' }),
      listed(10, { savedBy: null, savedAt: '2027-01-16T09:00:00.000Z' }),
    ],
  },
  'seasonPlan.revision': aRevision(),
} satisfies {
  'seasonPlan.revisions': CallData<'seasonPlan.revisions'>
  'seasonPlan.revision': Revision
}
