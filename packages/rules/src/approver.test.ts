import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { APPROVAL_TERMS, type ApprovalRuleName } from './approval-policy.ts'
import {
  approverRoles,
  approversOf,
  movedAlone,
  responsibleFor,
  type ApprovalOperator,
  type Proposed,
} from './approver.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './duration.ts'

const NOW = new Date('2026-06-23T08:00:00Z')
const before = (ms: number) => new Date(NOW.getTime() - ms)

const person = (operatorId: number, change: Partial<ApprovalOperator> = {}): ApprovalOperator => ({
  operatorId,
  role: 'OWNER',
  kind: 'PERSON',
  isEnrolled: true,
  appointedBy: null,
  appointedAt: before(100 * DAY_MS),
  disabledAt: null,
  formerRoles: [],
  ...change,
})
const machine = (operatorId: number, appointedBy: number | null) =>
  person(operatorId, { kind: 'MACHINE', isEnrolled: false, appointedBy })

const ROLES = ['OWNER', 'FINANCE']
const ids = (operators: readonly ApprovalOperator[]) =>
  operators.map(({ operatorId }) => operatorId)
/** The first operator is the requester. */
const proposedBy = (operators: ApprovalOperator[], change: Partial<Proposed> = {}): Proposed => ({
  responsible: responsibleFor(operators, operators[0]?.operatorId ?? null) ?? null,
  roles: ROLES,
  requestedAt: NOW,
  soloWaitMs: HOUR_MS,
  ...change,
})
function decide(operators: ApprovalOperator[]) {
  const { active, former, confirmers } = approversOf(operators, proposedBy(operators), NOW)
  return {
    active: ids(active),
    former: former.map(({ operator }) => operator.operatorId),
    confirmers: ids(confirmers),
  }
}

describe('a second person', () => {
  test('approves with one of the roles, and never the requester', () => {
    const support = person(3, { role: 'SUPPORT' })
    const finance = person(2, { role: 'FINANCE' })
    expect(decide([person(1), finance, support])).toEqual({
      active: [2],
      former: [],
      confirmers: [],
    })
  })

  test.each([
    ['is a machine', { kind: 'MACHINE' }],
    ['has not enrolled', { isEnrolled: false }],
    ['has another role', { role: 'SUPPORT' }],
    ['was appointed by the requester within a day', { appointedBy: 1, appointedAt: before(1) }],
  ] as const)('does not count if the operator %s', (_why, change) => {
    expect(decide([person(1), person(2, change)])).toEqual({
      active: [],
      former: [],
      confirmers: [1],
    })
  })

  test('counts a day after the appointment by the requester', () => {
    const colleague = (ageMs: number) => person(2, { appointedBy: 1, appointedAt: before(ageMs) })
    expect(decide([person(1), colleague(DAY_MS)]).active).toEqual([2])
    expect(decide([person(1), colleague(DAY_MS - 1)]).active).toEqual([])
  })

  test('appointed by somebody else counts at once', () => {
    const colleague = person(2, { appointedBy: 3, appointedAt: before(1) })
    expect(decide([person(1), colleague]).active).toEqual([2])
  })
})

describe('a removed colleague', () => {
  test('counts for seven days after being disabled, so that nobody becomes alone', () => {
    const colleague = (ageMs: number) => person(2, { disabledAt: before(ageMs) })
    const waiting = { active: [], former: [2], confirmers: [] }
    expect(decide([person(1), colleague(7 * DAY_MS - 1)])).toEqual(waiting)
    expect(decide([person(1), colleague(7 * DAY_MS)]).confirmers).toEqual([1])
  })

  test('counts for seven days after a demotion, also in several steps', () => {
    const formerRoles = [
      { role: 'OWNER', endedAt: before(6 * DAY_MS) },
      { role: 'SUPPORT', endedAt: before(1) },
    ]
    const colleague = person(2, { role: 'AUDITOR', formerRoles })
    expect(decide([person(1), colleague]).former).toEqual([2])
    const longAgo = [{ role: 'OWNER', endedAt: before(8 * DAY_MS) }]
    expect(decide([person(1), { ...colleague, formerRoles: longAgo }]).confirmers).toEqual([1])
  })

  test('counts for seven days after a promotion by their appointer, who then waits a day for them', () => {
    const formerRoles = [{ role: 'FINANCE', endedAt: before(1) }]
    const colleague = person(2, { appointedBy: 1, appointedAt: before(1), formerRoles })
    expect(decide([person(1), colleague])).toEqual({ active: [], former: [2], confirmers: [] })
  })

  test('is not listed twice while the role still qualifies', () => {
    const formerRoles = [{ role: 'FINANCE', endedAt: before(1) }]
    const colleague = person(2, { formerRoles })
    expect(decide([person(1), colleague])).toEqual({ active: [2], former: [], confirmers: [] })
  })

  test('of the past does not count if the role never qualified', () => {
    const colleague = person(2, { role: 'SUPPORT', disabledAt: before(1) })
    expect(decide([person(1), colleague]).confirmers).toEqual([1])
  })
})

describe('the solo rule', () => {
  test('lets the only qualified person confirm', () => {
    expect(decide([person(1)])).toEqual({ active: [], former: [], confirmers: [1] })
  })

  test('ends as soon as a second person exists', () => {
    expect(decide([person(1), person(2)]).confirmers).toEqual([])
  })

  test('begins when nobody else counts any more, and its wait with it', () => {
    const confirmable = (colleague: Partial<ApprovalOperator>, requestedAt = before(MINUTE_MS)) => {
      const operators = [person(1), person(2, colleague)]
      return approversOf(operators, proposedBy(operators, { requestedAt }), NOW).confirmableAt
    }
    const after = (from: Date) => new Date(from.getTime() + HOUR_MS)

    const ended = before(7 * DAY_MS)
    expect(confirmable({ disabledAt: ended })).toEqual(after(NOW))
    const formerRoles = [{ role: 'FINANCE', endedAt: ended }]
    expect(confirmable({ role: 'AUDITOR', formerRoles })).toEqual(after(NOW))
    // A colleague who did not count any more at the request changes nothing.
    expect(confirmable({ disabledAt: before(8 * DAY_MS) })).toEqual(after(before(MINUTE_MS)))
    expect(confirmable({ role: 'SUPPORT', disabledAt: ended })).toEqual(after(before(MINUTE_MS)))
  })

  test('lets every other enrolled person object, whatever the role is', () => {
    const operators = [
      person(1),
      person(2, { role: 'AUDITOR' }),
      person(3, { role: 'AUDITOR', isEnrolled: false }),
      person(4, { role: 'AUDITOR', disabledAt: before(1) }),
      machine(5, 1),
    ]
    expect(ids(approversOf(operators, proposedBy(operators), NOW).objectors)).toEqual([2])
    const two = [...operators, person(6)]
    expect(approversOf(two, proposedBy(two), NOW).objectors).toEqual([])
  })

  test('does not help a person whose role does not qualify', () => {
    expect(decide([person(1, { role: 'PROGRAMME' })]).confirmers).toEqual([])
  })
})

describe('a machine', () => {
  test('is answered for by the person who appointed it, who cannot approve its proposal', () => {
    const operators = [machine(5, 1), person(1), person(2)]
    expect(responsibleFor(operators, 5)).toBe(1)
    expect(decide(operators)).toEqual({ active: [2], former: [], confirmers: [] })
    expect(decide([machine(5, 1), person(1)])).toEqual({ active: [], former: [], confirmers: [1] })
  })

  test('is answered for by the same person if another machine appointed it', () => {
    const operators = [machine(6, 5), machine(5, 1), person(1), person(2)]
    expect(responsibleFor(operators, 6)).toBe(1)
    expect(decide(operators).active).toEqual([2])
  })

  test.each([
    ['nobody appointed it', [machine(5, null)]],
    ['such a machine appointed it', [machine(5, 6), machine(6, null)]],
    ['its person was disabled', [machine(5, 3), person(3, { disabledAt: before(1) })]],
    ['machines appointed each other', [machine(5, 6), machine(6, 5)]],
  ])('has nobody who answers for it if %s, and then nobody approves', (_why, operators) => {
    const all = [...operators, person(1), person(2)]
    expect(responsibleFor(all, 5)).toBeUndefined()
    expect(decide(all)).toMatchObject({ active: [], confirmers: [] })
  })

  test('appoints for its person, who waits a day for the new colleague', () => {
    const operators = [person(1), machine(5, 1)]
    const colleague = person(2, { appointedBy: 5, appointedAt: before(1) })
    expect(decide([...operators, colleague]).active).toEqual([])
  })
})

describe('the sum of a day', () => {
  const sum = (operatorId: number, amount: bigint, isPerson = true) => ({
    operatorId,
    amount,
    isPerson,
  })

  test('of a person contains what tokens moved for which nobody answers', () => {
    const sums = [sum(1, 10n), sum(2, 5n), sum(8, 3n, false), sum(9, 4n, false)]
    expect(movedAlone(sums, 1)).toBe(17n)
    expect(movedAlone(sums, 3)).toBe(7n)
    expect(movedAlone([], 1)).toBe(0n)
  })

  test('of such a token contains what the most active person moved', () => {
    const sums = [sum(1, 10n), sum(2, 5n), sum(8, 3n, false)]
    expect(movedAlone(sums, undefined)).toBe(13n)
  })

  test('of any person and all unknown tokens together never exceeds the limit', () => {
    const LIMIT = 100n
    const step = fc.record({ by: fc.constantFrom(1, 2, 8, 9), amount: fc.bigInt(1n, 40n) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const moved = new Map<number, bigint>()
        const sums = () => Array.from(moved, ([id, amount]) => sum(id, amount, id < 8))
        for (const { by, amount } of steps) {
          if (movedAlone(sums(), by < 8 ? by : undefined) + amount > LIMIT) continue
          moved.set(by, (moved.get(by) ?? 0n) + amount)
        }
        for (const each of [1, 2]) expect(movedAlone(sums(), each)).toBeLessThanOrEqual(LIMIT)
      }),
    )
  })
})

test('the roles of a rule include the owner, and the table goes before the call', () => {
  expect(approverRoles('REFUND', ['SUPPORT', 'FINANCE'])).toEqual(['OWNER', 'SUPPORT', 'FINANCE'])
  expect(approverRoles('SEASON', ['PROGRAMME'])).toEqual(['OWNER', 'FINANCE'])
  expect(approverRoles('NETWORK', [])).toEqual(['OWNER'])
})

test('proposals expire after 72 hours, or 24 for money, and later than the solo wait', () => {
  const terms = (rule: ApprovalRuleName) => {
    const { expiresAfterMs, soloWaitMs, money } = APPROVAL_TERMS[rule]
    return [expiresAfterMs / HOUR_MS, soloWaitMs / MINUTE_MS, money]
  }
  expect(terms('SEASON')).toEqual([72, 10, false])
  expect(terms('ADJUSTMENT')).toEqual([24, 60, true])
  expect(terms('REFUND')).toEqual([24, 60, true])
  expect(terms('UNFREEZE')).toEqual([24, 60, true])
  expect(terms('CAPS')).toEqual([72, 1440, true])
  expect(terms('NETWORK')).toEqual([72, 1440, true])
  expect(terms('OPERATOR')).toEqual([72, 1440, false])
  expect(terms('POLICY')).toEqual([72, 1440, true])
  for (const { expiresAfterMs, soloWaitMs } of Object.values(APPROVAL_TERMS)) {
    expect(expiresAfterMs).toBeGreaterThan(soloWaitMs)
  }
})
