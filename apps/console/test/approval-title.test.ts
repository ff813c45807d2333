import { beforeAll, expect, test } from 'vitest'
import { chooseLanguage } from '#/lib/i18n.ts'
import { approvalSentence, approvalTitle, partText } from '#/shell/approval-title.ts'

beforeAll(() => chooseLanguage('en'))

const proposal = (call: string, values: Record<string, string | number | boolean | null>) => ({
  call,
  subject: 'subject:1',
  sentence: { key: call, values },
})

test('fills the sentence of a call with its facts', () => {
  const values = { name: 'noah.brandt', role: 'SUPPORT', kind: 'PERSON', email: null }

  expect(approvalSentence(proposal('operator.addOperator', values))).toBe(
    'appoint noah.brandt as Support',
  )
})

test('lists the facts of a call whose sentence does not fit them', () => {
  expect(approvalSentence(proposal('operator.addOperator', { name: 'noah.brandt' }))).toBe(
    'Appoint an operator · Name noah.brandt',
  )
  expect(approvalSentence(proposal('payout.unfreeze', { chainId: 56, adopt: false }))).toBe(
    'Unfreeze the treasury · Chain 56 · Continue from the nonce on chain no',
  )
})

test('shows the id of a call that this build does not know', () => {
  expect(approvalTitle({ call: 'later.call' })).toBe('later.call')
})

test.each([
  [null, '–'],
  [12_000, '12,000'],
  [true, 'yes'],
  ['0.5', '0.5'],
  ['FINANCE', 'Finance'],
  ['2027-01-17T14:12:00.000Z', '17 Jan 18:12 UTC+4'],
])('writes %s as %s', (part, written) => {
  expect(partText(part)).toBe(written)
})
