import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TRACE_OUTCOMES, type TraceRule } from '@solstice/rules/trace'
import { Code } from './codes.ts'
import { explanationText } from './explanation-texts.ts'
import { LANGUAGES, MESSAGES } from './messages.ts'
import type { CallData } from './wire.ts'

type Explanation = CallData<'explanation.mine'>

const RULES = Object.keys(TRACE_OUTCOMES) as TraceRule[]
const CASES = RULES.flatMap((rule) =>
  TRACE_OUTCOMES[rule].map((outcome): [TraceRule, string] => [rule, outcome]),
)

function explanation(of: Partial<Explanation> & { rule: TraceRule; outcome: string }): Explanation {
  return {
    entryId: 'history:1',
    ruleVersion: 1,
    seasonVersion: null,
    seasonId: null,
    name: null,
    at: '2026-06-22T05:41:00.000Z',
    inputs: {},
    sums: [],
    steps: [],
    days: [],
    next: null,
    ledgerTransactionId: null,
    ...of,
  }
}

const CHECK_IN = explanation({
  rule: 'check-in',
  outcome: 'GRANTED',
  inputs: {
    number: 15,
    baseXp: 50,
    bonusEvery: 5,
    bonusXp: 100,
    tier: 'Gold',
    tierPercent: 10,
    level: 4,
    levelPercent: 0,
  },
  sums: [
    {
      unit: 'XP',
      parts: [
        { part: 'BASE', amount: '50' },
        { part: 'FIFTH_BONUS', amount: '100' },
        { part: 'TIER_BONUS', amount: '15' },
      ],
      total: '165',
    },
  ],
})

describe('explanationText', () => {
  test.each(CASES)('has a different text per language for %s %s', (rule, outcome) => {
    const [en, ko] = LANGUAGES.map((language) =>
      explanationText(
        explanation({ rule, outcome, inputs: { code: Code.NO_SPINS_LEFT } }),
        language,
      ),
    )

    for (const text of [en, ko]) {
      expect(text?.subject).not.toBe('')
      expect(text?.title).not.toBe('')
      expect(text?.sentence).not.toBe('')
    }
    expect(en?.title).not.toBe(ko?.title)
    expect(en?.sentence).not.toBe(ko?.sentence)
    expect(ko?.title).toMatch(/[가-힣]/)
    expect(ko?.sentence).toMatch(/[가-힣].*요[.]/)
    expect(en?.sentence).not.toMatch(/[가-힣]/)
  })

  test('explains a check-in with all parts of its sum', () => {
    expect(explanationText(CHECK_IN, 'en', 'UTC')).toMatchObject({
      subject: 'Check-in',
      title: 'Why 165 XP?',
      sentence:
        'Every check-in gives 50 XP. This was your 15th, and every 5th one brings 100 XP more. Gold adds 10%.',
      parts: [['Check-in', '15th check-in', 'Gold bonus, 10% of 150']],
      totals: ['165 XP'],
    })
    expect(explanationText(CHECK_IN, 'ko', 'UTC')).toMatchObject({
      title: '왜 165 XP인가요?',
      sentence:
        '출석할 때마다 50 XP를 받아요. 이번이 15번째 출석이고, 5번마다 100 XP를 더 받아요. Gold 티어는 10%를 더 받아요.',
      parts: [['출석 체크', '15번째 출석 보너스', 'Gold 보너스, 150의 10%']],
    })
  })

  test('mentions no bonus that was not given', () => {
    const parts = [{ part: 'BASE' as const, amount: '50' }]
    const plain = { ...CHECK_IN, sums: [{ unit: 'XP', parts, total: '50' }] }

    expect(explanationText(plain, 'en').sentence).toBe('Every check-in gives 50 XP.')
  })

  test('explains a round without reward with the member’s numbers and the next chance', () => {
    const round = explanation({
      rule: 'round',
      outcome: 'TOO_FEW_DAYS',
      inputs: {
        number: 2,
        startAt: '2026-06-07T20:00:00.000Z',
        endAt: '2026-06-14T20:00:00.000Z',
        checkInDays: 2,
        checkInDaysNeeded: 3,
        xp: 340,
        members: 412,
        pool: '1000',
        symbol: 'USDS',
      },
      next: {
        kind: 'ROUND',
        at: '2026-06-28T20:00:00.000Z',
        inputs: { number: 4, checkInDays: 1, checkInDaysNeeded: 3 },
      },
    })

    expect(explanationText(round, 'en', 'Asia/Seoul')).toMatchObject({
      subject: 'Round 2 · 8 June to 14 June',
      title: 'Why 0 USDS in round 2?',
      sentence:
        'A round pays members who checked in on at least 3 of its days. You checked in on 2.',
      rows: [
        { label: 'Your days', value: '2 of 3 needed' },
        { label: 'Your round XP', value: '340 XP' },
        { label: 'Shared by', value: '412 members' },
        { label: 'Pool', value: '1,000 USDS' },
      ],
      next: 'Round 4 runs until 28 June. You have 1 of 3 days. 2 more and you’re in.',
    })
    expect(explanationText(round, 'ko', 'Asia/Seoul')).toMatchObject({
      subject: '2라운드 · 6월 8일–6월 14일',
      title: '2라운드는 왜 0 USDS인가요?',
      sentence: '라운드 기간에 3일 이상 출석하면 보상을 받아요. 이번에는 2일 출석했어요.',
      next: '4라운드는 6월 28일까지예요. 지금까지 1일 출석했으니 2일만 더 하면 받을 수 있어요.',
    })
  })

  test('writes times in the time zone of the reader', () => {
    const held = explanation({
      rule: 'payout',
      outcome: 'PAUSED',
      inputs: {
        amount: '18.08',
        symbol: 'USDS',
        event: 'PASSWORD_RESET',
        eventAt: '2026-06-22T00:41:00.000Z',
        until: '2026-06-24T00:41:00.000Z',
      },
    })

    expect(explanationText(held, 'en', 'Asia/Seoul')).toMatchObject({
      title: '18.08 USDS is on hold',
      sentence:
        'Your password was reset on 22 June, 09:41. We pause payouts for 48 hours after that, until 24 June, 09:41, to protect your rewards.',
    })
    expect(explanationText(held, 'ko', 'Asia/Seoul').sentence).toContain('6월 24일 09:41까지')
  })

  test('names the zone of its times if the reader may expect another one', () => {
    const done = explanation({
      rule: 'check-in',
      outcome: 'DONE_TODAY',
      next: { kind: 'TIME', at: '2026-06-21T21:00:00.000Z', inputs: {} },
    })
    const zone = { timeZone: 'Etc/GMT-4', zoneName: 'UTC+4' }

    expect(explanationText(done, 'en', zone).next).toBe(
      'You can do it again from 22 June, 01:00 (UTC+4).',
    )
  })

  test('writes the times beside quiet hours in the zone of the quiet hours', () => {
    const inputs = {
      quietFrom: '22:00',
      quietTo: '08:00',
      timeZone: 'Asia/Seoul',
      dueAt: '2026-01-17T23:00:00.000Z',
    }
    const push = explanation({ rule: 'push', outcome: 'QUIET_HOURS', inputs })

    expect(explanationText(push, 'en', 'Asia/Seoul').sentence).toBe(
      'Your quiet hours are 22:00 to 08:00, so it waits until 18 January, 08:00.',
    )
    expect(explanationText(push, 'en', 'Etc/GMT-4').sentence).toContain(
      '18 January, 08:00 (Asia/Seoul)',
    )
  })

  test('writes the day on which a friend joined as the list of friends does', () => {
    const inputs = { joinedAt: '2026-06-21T21:00:00.000Z' }
    const friend = explanation({ rule: 'friend', outcome: 'CHECK_INS_MISSING', inputs })

    expect(explanationText(friend, 'en', 'America/New_York').rows).toContainEqual({
      label: 'Joined',
      value: '22 June',
    })
  })

  test.each(CASES)('never tells a kept refusal as of today: %s %s', (rule, outcome) => {
    const kept = explanation({
      rule,
      outcome,
      inputs: { lastAt: '2026-06-21T05:41:00.000Z', freePerDay: 1, freeUsedToday: 1, tickets: 2 },
      steps: [{ check: outcome, passed: false }],
    })
    const isRefused = ['check-in', 'spin', 'ticket', 'mission', 'refusal'].includes(rule)
    if (!isRefused || outcome === 'AVAILABLE') return

    const [en, ko] = LANGUAGES.map((language) => {
      const { title, sentence, rows, steps } = explanationText(kept, language)
      return JSON.stringify([title, sentence, rows, steps])
    })

    expect(en).not.toMatch(/today|right now/i)
    expect(ko).not.toMatch(/오늘|지금/)
  })

  test('names the day of a kept refusal', () => {
    const inputs = { lastAt: '2026-06-21T05:41:00.000Z' }
    const kept = explanation({ rule: 'check-in', outcome: 'DONE_TODAY', inputs })

    expect(explanationText(kept, 'en').sentence).toBe(
      'On 21 June you had already checked in, and it counts once a day.',
    )
    expect(explanationText(kept, 'ko').sentence).toBe(
      '출석 체크는 하루 한 번이고, 6월 21일에는 이미 출석한 뒤였어요.',
    )
  })

  test('tells a friend’s reward that waits without a date, and the next season after a limit', () => {
    const waiting = explanation({
      rule: 'friend',
      outcome: 'WAITING',
      inputs: { claimDelayDays: 7 },
      next: { kind: 'TIME', at: null, inputs: {} },
    })
    const capped = explanation({
      rule: 'friend',
      outcome: 'REFERRER_CAP',
      inputs: { reward: '1', symbol: 'USDS' },
      next: { kind: 'FRIEND', at: null, inputs: {} },
    })

    expect(explanationText(waiting, 'en')).toMatchObject({
      sentence: 'Your friend qualified. The reward isn’t ready to claim yet.',
      next: 'We’ll notify you when you can claim it.',
    })
    expect(explanationText(capped, 'en').next).toBe(
      'You can earn rewards for new friends again next season.',
    )
  })

  test('asks for the gain of a spin, not for its price', () => {
    const sums: Explanation['sums'] = [
      { unit: 'TICKET', parts: [{ part: 'PRICE', amount: '-1' }], total: '-1' },
      { unit: 'XP', parts: [{ part: 'PRIZE', amount: '50' }], total: '50' },
    ]
    const spin = explanation({ rule: 'spin', outcome: 'GRANTED', sums })

    const { title, totals } = explanationText(spin, 'en')

    expect(title).toBe('Why 50 XP?')
    expect(totals).toEqual(['−1 ticket', '50 XP'])
  })

  test('explains a refusal by its reason, otherwise by the message of its code', () => {
    const refused = (inputs: Explanation['inputs']) =>
      explanationText(explanation({ rule: 'refusal', outcome: 'REFUSED', inputs }), 'en')

    expect(refused({ code: Code.PRODUCT_UNAVAILABLE, reason: 'SOLD_OUT' }).sentence).toBe(
      'This product was sold out.',
    )
    expect(refused({ code: Code.MISSION_UNAVAILABLE, reason: 'DONE_TODAY' }).sentence).toBe(
      'This mission counts once a day, and you’ve done it today.',
    )
    expect(refused({ code: Code.XP_INSUFFICIENT, reason: null }).sentence).toBe('Not enough XP.')
    expect(refused({ code: 4711, reason: 'constructor' }).sentence).toBe(
      'We couldn’t do that at that time.',
    )
  })

  test.each(Object.values(Code).filter((code) => code !== Code.SUCCESS))(
    'fills every place of the message of code %i',
    (code) => {
      for (const language of LANGUAGES) {
        const refusal = explanation({ rule: 'refusal', outcome: 'REFUSED', inputs: { code } })
        const { sentence } = explanationText(refusal, language)

        expect(sentence).not.toMatch(/[{}]/)
        expect(sentence).not.toBe('')
        expect(MESSAGES[code][language] === '' || sentence !== '').toBe(true)
      }
    },
  )

  test('never writes an empty value, for any inputs', () => {
    const names = [
      'number', 'baseXp', 'bonusEvery', 'bonusXp', 'level', 'levelPercent', 'tier', 'tierPercent',
      'prizeXp', 'chancePercent', 'usedTicket', 'freePerDay', 'freeUsedToday', 'tickets',
      'ticketsPerSpin', 'ticketsPerDay', 'rewardXp', 'doneAt', 'doneOn', 'maxCompletions',
      'budgetLeft', 'startAt', 'endAt', 'waitSeconds', 'openedAt', 'needed', 'found', 'symbol', 'xp',
      'allXp', 'checkInDays', 'checkInDaysNeeded', 'members', 'pool', 'reward', 'expiresAt',
      'joinedAt', 'qualifiedAt', 'claimableAt', 'claimDelayDays', 'claimType', 'goal', 'friends',
      'amount', 'purpose', 'createdAt', 'until', 'event', 'eventAt', 'failure', 'devices', 'dueAt',
      'quietFrom', 'quietTo', 'price', 'confirmations', 'confirmationsNeeded', 'reason', 'code',
      'count', 'lastAt', 'email',
    ] // prettier-ignore
    const value = fc.oneof(
      fc.constantFrom(null, '', true, false, Number.NaN, Number.POSITIVE_INFINITY),
      fc.integer(),
      fc.double(),
      fc.constantFrom('2026-06-22T05:41:00.000Z', '2026-99-99T99:99:99Z', '2026-13-41', '12.50'),
      fc.constantFrom('Gold', 'USDS', 'PIN_SET', 'REFERRAL', 'SOLD_OUT', '-3'),
    )
    const inputs = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 40 })
    const amount = fc.constantFrom('0', '-5', '50', '1234567.000001')
    const part = fc.constantFrom('BASE', 'FIFTH_BONUS', 'TIER_BONUS', 'SHARE', 'FEE') // prettier-ignore
    const unit = fc.constantFrom('XP', 'TICKET', 'CREDIT', 'USDS', 'toString')
    const kind = fc.constantFrom('TIME', 'ROUND', 'WALLET', 'MISSION', 'FRIEND', 'SUPPORT')
    fc.assert(
      fc.property(
        fc.record({
          of: fc.constantFrom(...CASES),
          name: fc.constantFrom(null, 'Dark-sky map'),
          inputs,
          sums: fc.array(
            fc.record({ unit, total: amount, parts: fc.array(fc.record({ part, amount })) }),
            { maxLength: 2 },
          ),
          steps: fc.array(
            fc.record({
              check: fc.constantFrom('DAYS', 'WALLET', 'valueOf', 'UNKNOWN'),
              passed: fc.boolean(),
            }),
          ),
          next: fc.option(
            fc.record({ kind, at: fc.constantFrom(null, '2026-06-28T20:00:00.000Z'), inputs }),
          ),
          language: fc.constantFrom(...LANGUAGES),
        }),
        ({ of: [rule, outcome], language, ...rest }) => {
          const given = explanation({ rule, outcome, ...rest })
          const text = explanationText(given, language, 'Asia/Seoul')

          expect(JSON.stringify(text)).not.toMatch(
            /undefined|NaN|Infinity|Invalid|null null|\[object|[{}][?\w]+[|#%@<>}]|function/,
          )
          expect([text.title, text.subject, text.sentence]).not.toContain('')
          expect(text.parts.map(({ length }) => length)).toEqual(
            given.sums.map(({ parts }) => parts.length),
          )
          expect(text.steps.filter((step) => step !== '')).toHaveLength(given.steps.length)
        },
      ),
      { numRuns: 500 },
    )
  })
})
