import { expect, test } from 'vitest'
import { pageOfSubject } from './subject-page.ts'

test('links alarms about a season and its missions to the season', () => {
  for (const subject of ['season:4', 'season:4/mission:7']) {
    expect(pageOfSubject({ rule: 'XP_PACE', subject })?.link).toEqual({
      to: '/seasons/$seasonId',
      params: { seasonId: '4' },
    })
  }
})

test('links a suspended schedule to the step that publishes', () => {
  expect(pageOfSubject({ rule: 'SCHEDULE_SUSPENDED', subject: 'season:9' })).toEqual({
    link: {
      to: '/seasons/$seasonId/edit',
      params: { seasonId: '9' },
      search: { step: 'publish' },
    },
    needs: 'seasonPlan.show',
  })
})

test.each([
  ['TREASURY_LOW', 'chain:56', '/money/treasury'],
  ['HOLD_WAITING', '', '/holds'],
  ['JOB_DEAD', 'job-kind:mail.code', '/system/jobs'],
  ['FAULTS', '', '/system/health'],
  ['OPERATOR_ADJUSTMENTS', 'operator:min', '/system/audit'],
] as const)('links %s about %j to %s', (rule, subject, to) => {
  expect(pageOfSubject({ rule, subject })?.link.to).toBe(to)
})

test('has no page for alarms that are handled elsewhere', () => {
  expect(pageOfSubject({ rule: 'STOCK_LOW', subject: 'product:3' })).toBeUndefined()
})
