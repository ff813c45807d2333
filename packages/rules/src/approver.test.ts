import { describe, expect, test } from 'vitest'
import { APPROVAL_TERMS, type ApprovalRuleName } from './approval-policy.ts'
import { approverRoles, approversOf, responsibleFor, type ApprovalOperator } from './approver.ts'
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
function decide(operators: ApprovalOperator[], requester = operators[0]) {
  if (!requester) throw new Error('No requester')
  const { active, former, confirmers } = approversOf(operators, requester, ROLES, NOW)
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

  test('does not help a person whose role does not qualify', () => {
    expect(decide([person(1, { role: 'PROGRAMME' })]).confirmers).toEqual([])
  })
})

describe('a machine', () => {
  test('is answered for by the person who appointed it, who cannot approve its proposal', () => {
    const operators = [machine(5, 1), person(1), person(2)]
    expect(responsibleFor(operators[0] ?? person(0))).toBe(1)
    expect(decide(operators)).toEqual({ active: [2], former: [], confirmers: [] })
    expect(decide([machine(5, 1), person(1)])).toEqual({ active: [], former: [], confirmers: [1] })
  })

  test('without a known appointer is confirmed only after the wait', () => {
    const unknown = machine(5, null)
    expect(decide([unknown, person(1), person(2)])).toEqual({
      active: [],
      former: [],
      confirmers: [1, 2],
    })
    expect(decide([unknown, person(1)]).confirmers).toEqual([1])
    const removed = person(2, { disabledAt: before(1) })
    expect(decide([unknown, person(1), removed]).confirmers).toEqual([])
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
  expect(terms('NETWORK')).toEqual([72, 1440, false])
  expect(terms('OPERATOR')).toEqual([72, 1440, false])
  expect(terms('POLICY')).toEqual([72, 1440, false])
  for (const { expiresAfterMs, soloWaitMs } of Object.values(APPROVAL_TERMS)) {
    expect(expiresAfterMs).toBeGreaterThan(soloWaitMs)
  }
})
