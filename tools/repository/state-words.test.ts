import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Code } from '@solstice/contract/codes'
import { SHARED_EN } from '@solstice/contract/explanation-texts/shared.en'
import { TRACE_OUTCOMES } from '@solstice/rules/trace'
import { describe, expect, test } from 'vitest'
import enCommand from '../../apps/console/src/locales/en/command.json' with { type: 'json' }
import enMember from '../../apps/console/src/locales/en/member.json' with { type: 'json' }
import enTimeline from '../../apps/console/src/locales/en/timeline.json' with { type: 'json' }
import koCommand from '../../apps/console/src/locales/ko/command.json' with { type: 'json' }
import koMember from '../../apps/console/src/locales/ko/member.json' with { type: 'json' }
import koTimeline from '../../apps/console/src/locales/ko/timeline.json' with { type: 'json' }
import {
  inviteReferrals,
  inviteWithdrawals,
} from '../../apps/server/src/modules/invite/invite.table.ts'
import { orders, payments } from '../../apps/server/src/modules/order/order.table.ts'
import { payouts } from '../../apps/server/src/modules/payout/payout.table.ts'
import { refunds } from '../../apps/server/src/modules/refund/refund.table.ts'
import { seasons } from '../../apps/server/src/modules/season/season.table.ts'
import { members } from '../../apps/server/src/modules/users/users.table.ts'
import { alerts } from '../../apps/server/src/platform/books/alerts.table.ts'
import { histories } from '../../apps/server/src/platform/books/histories.table.ts'
import { isKept } from '../../apps/server/src/platform/books/refusals.ts'
import { ROOT } from '../run-step.ts'

const en = { command: enCommand, member: enMember, timeline: enTimeline }
const ko = { command: koCommand, member: koMember, timeline: koTimeline }

type Words = Readonly<Record<string, unknown>>

/** The states of the timeline by its source; the state of an alert is that of its push. */
const TIMELINE: Readonly<Record<string, readonly string[]>> = {
  HISTORY: histories.status.enumValues,
  ORDER: orders.state.enumValues,
  REFUND: [...refunds.state.enumValues, ...refunds.outcome.enumValues],
  WITHDRAWAL: inviteWithdrawals.status.enumValues,
  PAYOUT: payouts.state.enumValues,
  FRIEND: inviteReferrals.state.enumValues,
  ALERT: ['DROPPED', ...alerts.pushSkipped.enumValues, ...TRACE_OUTCOMES.push],
}

/** States that the search makes itself, such as `HELD`, stand in the lines of its services. */
function statesInServices(): string[] {
  const files = globSync('apps/server/src/modules/search/*.service.ts', { cwd: ROOT })
  const lines = files.flatMap((file) => readFileSync(join(ROOT, file), 'utf8').split('\n'))
  return lines
    .filter((line) => /^\s+state: /.test(line))
    .flatMap((line) => Array.from(line.matchAll(/'(\w+)'/g), ([, state = '']) => state))
}

const FOUND_STATES = [
  ...orders.state.enumValues,
  ...payments.state.enumValues,
  ...refunds.state.enumValues,
  ...payouts.state.enumValues,
  ...inviteWithdrawals.status.enumValues,
  ...seasons.state.enumValues,
  ...members.status.enumValues,
  'DELETED',
  ...statesInServices(),
]

const FOUND_TITLES = [
  ...refunds.type.enumValues,
  ...payouts.purpose.enumValues,
  'PAYMENT',
  'PAYOUT',
]

/** The reasons of refusals that are kept. */
const REASONS = [
  ...Object.keys(SHARED_EN.reasons),
  ...TRACE_OUTCOMES.mission.filter((outcome) => outcome !== 'GRANTED' && outcome !== 'AVAILABLE'),
  'COMMITMENT_CHANGED',
]

const missing = (values: readonly string[], words: Words) =>
  values.filter((value) => typeof words[value] !== 'string')

describe.each([
  ['English', en],
  ['Korean', ko],
])('the %s console', (_language, { member, timeline, command }) => {
  test('has words for exactly the states of orders', () => {
    expect(Object.keys(member.orders.states).toSorted()).toEqual(orders.state.enumValues.toSorted())
  })

  test.each(Object.entries(TIMELINE))('has words for every state of %s', (source, states) => {
    const { states: shared }: { states: Words } = timeline
    const own = (shared[source] ?? {}) as Words

    expect(missing(states, { ...shared, ...own })).toEqual([])
  })

  test('has words for every outcome of rounds and friends', () => {
    expect(missing(TRACE_OUTCOMES.round, member.seasonTab.outcomes)).toEqual([])
    expect(missing(TRACE_OUTCOMES.friend, member.invites.outcomes)).toEqual([])
  })

  test('has words for every state and title that a search finds', () => {
    expect(statesInServices()).toContain('HELD')
    expect(missing(FOUND_STATES, command.states)).toEqual([])
    expect(missing(FOUND_TITLES, command.titles)).toEqual([])
  })

  test('has words for every refusal that is kept, and for its reasons', () => {
    expect(missing(Object.values(Code).filter(isKept).map(String), timeline.codes)).toEqual([])
    expect(missing(REASONS, timeline.reasons)).toEqual([])
  })
})
