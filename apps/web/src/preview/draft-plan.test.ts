import fc from 'fast-check'
import { seasonPlanSchema } from '@solstice/contract/season-plan.schemas'
import { expect, test } from 'vitest'
import { PLAN, drafts } from '#test/season-drafts.ts'
import { completeDraft } from './draft-plan.ts'
import { NO_TEXT } from './placeholder-plan.ts'

const NOW = new Date('2026-12-01T08:00:00Z')
const complete = (draft: unknown) => completeDraft(draft, NOW)

test('leaves a finished plan as it is', () => {
  expect(complete(PLAN)).toEqual({ plan: PLAN, missing: [] })
})

test('makes every draft one that the phone can draw', () => {
  fc.assert(
    fc.property(drafts, (draft) => {
      const { plan } = complete(draft)

      expect(seasonPlanSchema.safeParse(plan).error).toBeUndefined()
      expect(Date.parse(plan.endAt)).toBeGreaterThan(Date.parse(plan.startAt))
      expect(plan.tiers[0]?.minXp).toBe(0)
      expect(plan.rounds.length).toBeGreaterThan(0)
      const ids = plan.missions.map(({ missionId }) => missionId)
      expect(ids).toEqual(expect.arrayContaining([1, 2, 3, 4, 5, 6]))
      expect(new Set(ids).size).toBe(ids.length)
    }),
    { numRuns: 300 },
  )
})

test('lets the lowest tier begin at 0, and reports it', () => {
  const tiers = PLAN.tiers.map((tier) => ({ ...tier, minXp: tier.minXp + 500 }))
  const { plan, missing } = complete({ ...PLAN, tiers })

  expect(missing).toEqual(['tiers.0.minXp'])
  expect(plan.tiers.map(({ minXp }) => minXp)).toEqual([
    0,
    ...tiers.slice(1).map(({ minXp }) => minXp),
  ])
})

test('reports a text that is missing in one language and keeps the other', () => {
  const { plan, missing } = complete({ ...PLAN, title: { en: 'The Long Night', ko: '' } })

  expect(missing).toEqual(['title.ko'])
  expect(plan.title).toEqual({ en: 'The Long Night', ko: NO_TEXT })
})

test('cuts a text that is too long instead of hiding it', () => {
  const { plan, missing } = complete({ ...PLAN, title: { en: 'A'.repeat(80), ko: '긴 밤' } })

  expect(missing).toEqual(['title.en'])
  expect(plan.title.en).toBe('A'.repeat(60))
})

test('replaces only the part of a mission that is missing', () => {
  const missions = PLAN.missions.map((mission) =>
    mission.missionId === 8 ? { ...mission, rewardXp: 'many' } : mission,
  )
  const { plan, missing } = complete({ ...PLAN, missions })

  const at = PLAN.missions.findIndex(({ missionId }) => missionId === 8)
  expect(missing).toEqual([`missions.${at}.rewardXp`])
  expect(plan.missions[at]).toEqual({ ...PLAN.missions[at], rewardXp: 1 })
})

test('adds the missions that deep links lead to, and reports them', () => {
  const { plan, missing } = complete({ ...PLAN, missions: [] })

  expect(missing).toEqual(['missions'])
  expect(plan.missions.map(({ missionId }) => missionId)).toEqual([1, 2, 3, 4, 5, 6])
})

test('draws an empty draft and reports what it lacks, but not the budget', () => {
  const { plan, missing } = complete({})

  expect(plan.title).toEqual({ en: NO_TEXT, ko: NO_TEXT })
  expect(missing).toEqual(expect.arrayContaining(['title', 'startAt', 'missions', 'tiers']))
  expect(missing.some((path) => path.startsWith('budget'))).toBe(false)
})
