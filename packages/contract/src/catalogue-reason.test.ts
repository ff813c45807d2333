import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints, schemas, type CallId } from './catalogue.ts'
import type { Endpoint } from './endpoint.ts'
import type { CallSchemas } from './schema.ts'

/** The writes of operators that take no reason, each with why. */
const WITHOUT_REASON: Record<string, string> = {
  'refund.decide': 'the note to the member is the reason',
  'refund.claim': 'only says who works on a refund',
  'refund.release': 'only ends the own claim',
  'approval.approve': 'the approver agrees with the reason of the proposal',
  'seasonPlan.check': 'changes nothing',
  'seasonPlan.liveEffect': 'changes nothing',
  'seasonPlan.tryProof': 'changes nothing',
  'seasonPlan.unschedule': 'only ends a plan for later',
  'seasonPlan.save': 'edits a draft, which members do not see',
  'seasonPlan.simulate': 'records a simulation of a draft',
  'seasonPlan.previewed': 'records that a preview was opened',
  'operator.verifyAuditFully': 'changes nothing',
  'ledger.verify': 'changes nothing',
  'ledger.reconcile': 'changes nothing',
  'operatorAuth.stepUpOptions': 'changes nothing',
  'operatorAuth.stepUp': 'confirms the own session',
  'operatorAuth.logout': 'ends the own session',
  'operatorAuth.endSession': 'ends an own session',
  'operatorAuth.factorOptions': 'changes nothing',
  'operatorAuth.addFactor': 'changes the own factors',
  'operatorAuth.removeFactor': 'changes the own factors',
  'member.addNote': 'says what it is about',
  'member.removeNote': 'removes an own note',
  'operatorAuth.newRecoveryCodes': 'changes the own factors',
  'operatorAuth.rotateToken': 'changes the token of an own machine',
  'notice.testCampaign': 'sends a text to the own phone only',
  'operatorAuth.revokeToken': 'revokes the token of an own machine',
}

/** The writes whose dialog needs no reason (C1), or that a person on call makes at once. */
const OPTIONAL = [
  'approval.withdraw',
  'credit.addPackage',
  'credit.changePackage',
  'maintenance.set',
  'media.add',
  'notice.change',
  'notice.publish',
  'notice.startCampaign',
  'operator.retryJob',
  'product.add',
  'product.arrange',
  'product.change',
  'seasonPlan.begin',
  'seasonPlan.changeLive',
  'seasonPlan.copy',
  'seasonPlan.create',
  'seasonPlan.discard',
]

const writes = Object.values<Endpoint>(endpoints).filter(
  ({ access, method }) => access === 'operator' && method !== 'GET',
)
const fieldsCalled = (name: 'reason' | 'note') =>
  writes.flatMap(({ id }) => {
    const { body }: CallSchemas = schemas[id as CallId]
    const hasField = body instanceof z.ZodObject && name in body.shape
    return hasField ? [[id, body.shape[name] as z.ZodType] as const] : []
  })
const reasons = fieldsCalled('reason')
const notes = fieldsCalled('note')

test('every write of operators takes a reason, or is listed with why not', () => {
  const known = [...reasons.map(([id]) => id), ...Object.keys(WITHOUT_REASON)]
  expect(known.toSorted()).toEqual(writes.map(({ id }) => id).toSorted())
})

test('every reason is required, except for the listed calls', () => {
  const optional = reasons.filter(([, reason]) => reason.safeParse(undefined).success)
  expect(optional.map(([id]) => id).toSorted()).toEqual(OPTIONAL)
})

const WITH_ADDRESS = ['asked by mina@harbor.example', 'paid to 0x90aF3D11', 'paid to 0X90aF3D11']
const acceptedBy = (text: z.ZodType) =>
  ['Ticket 2041', ...WITH_ADDRESS].filter((sample) => text.safeParse(sample).success)

test.each(reasons)('%s refuses a reason with an email or wallet address', (_, reason) => {
  expect(acceptedBy(reason)).toEqual(['Ticket 2041'])
})

test.each(notes)('%s refuses a note with an email or wallet address', (_, note) => {
  expect(acceptedBy(note)).toEqual(['Ticket 2041'])
})

test('the notes of refunds and closed accounts are checked', () => {
  expect(notes.map(([id]) => id).toSorted()).toEqual([
    'operator.disableMember',
    'operator.suspendMember',
    'refund.decide',
  ])
})
