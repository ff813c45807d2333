import { describe, expect, test } from 'vitest'
import { planChanges } from './plan-changes.ts'

const mission = (missionId: number, more: object = {}) => ({
  missionId,
  title: { en: `Mission ${missionId}`, ko: `미션 ${missionId}` },
  rewardXp: 100,
  enabled: true,
  ...more,
})

const PLAN = {
  title: { en: 'The Long Night', ko: '긴 밤' },
  startAt: '2027-01-31T20:00:00.000Z',
  rounds: [{ pool: '2500' }, { pool: '2500' }],
  missions: [mission(1), mission(8), mission(9)],
  spin: { prizes: [{ xp: 20, weight: 10_000 }] },
}

describe('the changes between two plans', () => {
  test('are none for the same plan, whatever the order of its fields', () => {
    const { title, ...others } = structuredClone(PLAN)

    expect(planChanges(PLAN, { ...others, title })).toEqual({
      texts: [],
      figures: [],
      others: [],
    })
  })

  test('are texts by language, figures and the rest', () => {
    const after = {
      ...PLAN,
      title: { en: 'The Longest Night', ko: '긴 밤' },
      startAt: '2027-02-07T20:00:00.000Z',
      rounds: [{ pool: '2500' }, { pool: '3000.5' }],
      missions: [mission(1), mission(8, { rewardXp: 250, enabled: false }), mission(9)],
    }

    expect(planChanges(PLAN, after)).toEqual({
      texts: [
        { path: 'title.en', language: 'en', before: 'The Long Night', after: 'The Longest Night' },
      ],
      figures: [
        { path: 'rounds.1.pool', before: 2500, after: 3000.5 },
        { path: 'missions.8.rewardXp', before: 100, after: 250 },
      ],
      others: [
        { path: 'startAt', before: PLAN.startAt, after: after.startAt },
        { path: 'missions.8.enabled', before: true, after: false },
      ],
    })
  })

  test('name one mission if one is inserted between others', () => {
    const added = mission(5)

    const { others, texts, figures } = planChanges(PLAN, {
      ...PLAN,
      missions: [mission(1), added, mission(8), mission(9)],
    })

    expect(others).toEqual([{ path: 'missions.5', before: undefined, after: added }])
    expect([...texts, ...figures]).toEqual([])
  })

  test('list the texts of a part that only one plan has', () => {
    const { texts } = planChanges({}, { title: { en: 'Thaw', ko: '해빙' } })

    expect(texts).toEqual([
      { path: 'title.en', language: 'en', before: '', after: 'Thaw' },
      { path: 'title.ko', language: 'ko', before: '', after: '해빙' },
    ])
  })

  test('are figures also where a limit is set or removed', () => {
    const before = { missions: [mission(8, { maxCompletions: null })] }
    const after = { missions: [mission(8, { maxCompletions: 500 })] }

    expect(planChanges(before, after).figures).toEqual([
      { path: 'missions.8.maxCompletions', before: undefined, after: 500 },
    ])
  })

  test('can be read of drafts in any form', () => {
    const { others } = planChanges(
      { missions: 'none', rounds: 4 },
      { missions: [null], rounds: [] },
    )

    expect(others.map(({ path }) => path).toSorted()).toEqual(['missions', 'rounds'])
  })
})
