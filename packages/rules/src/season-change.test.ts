import { describe, expect, test } from 'vitest'
import { decideSeasonChange, type ChangeLevel, type SeasonChange } from './season-change.ts'
import { LINK, mission, plan, withMission } from './test-season-plan.ts'

const limited = {
  ...plan,
  ...withMission(mission(7, 'EARN', 'earn', { ...LINK, maxCompletions: 100 })),
}
const during = new Date('2026-06-05T12:00:00Z')

describe('a change of a published season', () => {
  test.each<[ChangeLevel, SeasonChange]>([
    ['C2', { kind: 'MISSION_OFF', missionId: 5 }],
    ['C2', { kind: 'PAUSE' }],
    ['C1', { kind: 'MISSION_ON', missionId: 5 }],
    ['C1', { kind: 'RESUME' }],
    ['C1', { kind: 'TEXTS' }],
    ['C4', { kind: 'ODDS' }],
    ['C4', { kind: 'MISSION_LIMIT', missionId: 7, maxCompletions: 101 }],
    ['C4', { kind: 'MISSION_REWARD', missionId: 7, rewardXp: 50 }],
    ['C4', { kind: 'EXTEND', days: 1 }],
    ['C4', { kind: 'EXTEND', days: 166 }],
  ])('needs %s for %o', (level, change) => {
    expect(decideSeasonChange(limited, change, during)).toEqual({ level, problems: [] })
  })

  test.each<[string, string, SeasonChange]>([
    ['CHANGE_POOL', 'rounds.0.pool', { kind: 'POOL', round: 1, pool: '1' }],
    ['CHANGE_THRESHOLD', 'tiers.1.minXp', { kind: 'THRESHOLD', tier: 2, minXp: 9000 }],
    [
      'CHANGE_ROUND_DATES',
      'rounds.0.startAt',
      { kind: 'ROUND', round: 1, startAt: plan.startAt, endAt: plan.endAt },
    ],
    ['CHANGE_EARLIER_END', 'endAt', { kind: 'EXTEND', days: -1 }],
    ['CHANGE_EARLIER_END', 'endAt', { kind: 'EXTEND', days: 0 }],
    ['CHANGE_EARLIER_END', 'endAt', { kind: 'EXTEND', days: 1.5 }],
    ['SEASON_TOO_LONG', 'endAt', { kind: 'EXTEND', days: 167 }],
    [
      'CHANGE_LIMIT_DOWN',
      'missions.6.maxCompletions',
      { kind: 'MISSION_LIMIT', missionId: 7, maxCompletions: 100 },
    ],
    [
      'CHANGE_LIMIT_NONE',
      'missions.4.maxCompletions',
      { kind: 'MISSION_LIMIT', missionId: 5, maxCompletions: 5 },
    ],
    [
      'CHANGE_REWARD_SAME',
      'missions.6.rewardXp',
      { kind: 'MISSION_REWARD', missionId: 7, rewardXp: 100 },
    ],
    [
      'CHANGE_REWARD_SAME',
      'missions.0.rewardXp',
      { kind: 'MISSION_REWARD', missionId: 1, rewardXp: 100 },
    ],
    ['CHANGE_MISSION_UNKNOWN', 'missions', { kind: 'MISSION_OFF', missionId: 99 }],
    ['CHANGE_MISSION_UNKNOWN', 'missions', { kind: 'MISSION_ON', missionId: 99 }],
    [
      'CHANGE_MISSION_UNKNOWN',
      'missions',
      { kind: 'MISSION_LIMIT', missionId: 99, maxCompletions: 1 },
    ],
    ['CHANGE_MISSION_UNKNOWN', 'missions', { kind: 'MISSION_REWARD', missionId: 99, rewardXp: 1 }],
  ])('is impossible with %s at %s', (code, path, change) => {
    const decision = decideSeasonChange(limited, change, during)

    expect(decision).toMatchObject({ level: null, problems: [{ code, path }] })
  })

  test('is impossible from the end on', () => {
    const decide = (now: string) => decideSeasonChange(plan, { kind: 'PAUSE' }, new Date(now)).level

    expect(decide('2026-06-15T19:59:59.999Z')).toBe('C2')
    expect(decide('2026-06-15T20:00:00Z')).toBeNull()
  })
})
