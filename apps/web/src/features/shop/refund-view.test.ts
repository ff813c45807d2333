import { expect, test } from 'vitest'
import type { OrderPayment } from './api.ts'
import { requestableTypes, needsTxHash, refundBody, refundProblems } from './refund-view.ts'

const HASH = `0x${'ab'.repeat(32)}`

test.each([
  ['UNCREDITED needs no further input', { type: 'UNCREDITED', reason: '', txHash: '' }, {}],
  [
    'a hash must be valid',
    { type: 'UNCREDITED', reason: '', txHash: '0x12' },
    { txHash: 'txHashWrong' },
  ],
  [
    'spaces around the hash are ignored',
    { type: 'UNCREDITED', reason: '', txHash: ` ${HASH} ` },
    {},
  ],
  ['a change of mind needs no reason', { type: 'CHANGE_OF_MIND', reason: '', txHash: '' }, {}],
  ['OTHER needs a reason', { type: 'OTHER', reason: '  ', txHash: '' }, { reason: 'reasonNeeded' }],
  ['OTHER accepts a reason', { type: 'OTHER', reason: 'Twice', txHash: '' }, {}],
  ['a hash left from another type is ignored', { type: 'OTHER', reason: 'x', txHash: '0x1' }, {}],
] as const)('validates a refund request: %s', (_, form, expected) => {
  expect(refundProblems(form)).toEqual(expected)
})

test('sends only the fields that the refund type needs, trimmed', () => {
  expect(refundBody({ type: 'OTHER', reason: ' Twice ', txHash: HASH })).toEqual({
    type: 'OTHER',
    reason: 'Twice',
  })
  expect(refundBody({ type: 'UNCREDITED', reason: '', txHash: ` ${HASH}` })).toEqual({
    type: 'UNCREDITED',
    txHash: HASH,
  })
})

test('requires the transaction hash only for an on-chain payment without a known hash', () => {
  const payment = { txHash: null } as OrderPayment
  expect(needsTxHash({ payment }, 'UNCREDITED')).toBe(true)
  expect(needsTxHash({ payment }, 'OTHER')).toBe(false)
  expect(needsTxHash({ payment: { ...payment, txHash: HASH } }, 'UNCREDITED')).toBe(false)
  expect(needsTxHash({ payment: null }, 'UNCREDITED')).toBe(false)
})

test('does not offer UNCREDITED for a credited purchase, because only one request is allowed', () => {
  const refundTypes = ['UNCREDITED', 'CHANGE_OF_MIND', 'OTHER'] as const
  const typesFor = (status: 'COMPLETED' | 'FAILED') =>
    requestableTypes({ status, refundTypes: [...refundTypes] })

  expect(typesFor('COMPLETED')).toEqual(['CHANGE_OF_MIND', 'OTHER'])
  expect(typesFor('FAILED')).toEqual(refundTypes)
})
