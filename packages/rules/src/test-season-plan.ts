import { DEFAULT_LEVELS } from './level.ts'
import type { MissionType } from './mission.ts'
import { DEFAULT_CHECK_IN } from './missions/check-in/check-in.ts'
import { DEFAULT_PRIZES, DEFAULT_SPIN } from './missions/spin/spin.ts'
import type { PlannedMission, PlannedProduct, SeasonPlan } from './season-plan.ts'

export const texts = (en: string) => ({ en, ko: en })

export function mission(
  missionId: number,
  type: MissionType,
  category: PlannedMission['category'],
  change: Partial<PlannedMission> = {},
): PlannedMission {
  return {
    missionId,
    type,
    category,
    title: texts(type),
    description: texts(type),
    imageUrl: null,
    linkUrl: null,
    rewardXp: null,
    repeat: 'UNLIMITED',
    proof: null,
    partner: null,
    maxCompletions: null,
    terms: null,
    enabled: true,
    ...change,
  }
}

export const ON_CHAIN = {
  kind: 'ONCHAIN',
  chainId: 1,
  requirement: texts('Hold something'),
  check: { kind: 'HOLDS', contract: null, minUnits: '1' },
} as const
export const LINK = {
  proof: { kind: 'LINK' },
  linkUrl: '/more',
  rewardXp: 100,
  repeat: 'ONCE',
} as const

export function tier(minXp: number, bonusPercent: number, ticketsPerDay: number) {
  return {
    name: texts(`from ${minXp}`),
    emblem: 'bronze',
    minXp,
    bonusPercent,
    ticketsPerDay,
  } as const
}

/** A valid plan with two rounds. */
export const plan: SeasonPlan = {
  title: texts('A season'),
  description: texts('Of two rounds'),
  imageUrl: null,
  startAt: '2026-06-01T20:00:00Z',
  endAt: '2026-06-15T20:00:00Z',
  reward: { symbol: 'USDS', decimals: 6 },
  rounds: [
    { startAt: '2026-06-01T20:00:00Z', endAt: '2026-06-08T20:00:00Z', pool: '1000' },
    { startAt: '2026-06-08T20:00:00Z', endAt: '2026-06-15T20:00:00Z', pool: '1000.5' },
  ],
  tiers: [tier(0, 0, 1), tier(2000, 5, 2)],
  levels: DEFAULT_LEVELS,
  checkIn: DEFAULT_CHECK_IN,
  spin: { ...DEFAULT_SPIN, prizes: DEFAULT_PRIZES },
  missions: [
    mission(1, 'CHECK_IN', 'earn', { repeat: 'DAILY' }),
    mission(2, 'SPIN', 'earn'),
    mission(3, 'TICKET', 'earn', { repeat: 'DAILY' }),
    mission(4, 'INVITE', 'earn'),
    mission(5, 'PARTNER', 'starlight', LINK),
    mission(6, 'PURCHASE', 'purchase'),
  ],
  banners: [],
  products: [],
  budget: { members: 1000, xp: 3_000_000, tickets: 20_000, reward: '2000.5', spinXp: 60 },
}

/** Returns the missions of the plan with one added or replaced. */
export const withMission = (one: PlannedMission): Partial<SeasonPlan> => ({
  missions: [...plan.missions.filter(({ missionId }) => missionId !== one.missionId), one],
})

/** Three tickets for 300 XP, without limit. */
export const product = (change: Partial<PlannedProduct> = {}): PlannedProduct => ({
  name: texts('Three tickets'),
  description: texts('More turns'),
  imageUrl: null,
  payType: 'XP',
  price: '300',
  chainId: null,
  contract: null,
  givesXp: 0,
  givesTickets: 3,
  stock: null,
  perUserLimit: null,
  position: 1,
  ...change,
})
