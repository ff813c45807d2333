import { expect, test } from 'vitest'
import { timelineOf, type TimelineFacts } from './payout-timeline.ts'

const at = (seconds: number) => new Date(Date.UTC(2027, 0, 17, 8, 31, seconds))
const queued: TimelineFacts = {
  createdAt: at(0),
  reservedAt: null,
  nonce: null,
  confirmedAt: null,
  failedAt: null,
  block: null,
  fee: null,
  txHash: null,
  attempts: [],
}
const attempt = (number: number, maxFee: bigint, txHash: string | null) => ({
  attempt: number,
  gas: 100n,
  maxFee,
  txHash,
  createdAt: at(4),
  signedAt: txHash === null ? null : at(4 + number),
})

test('a payout that waits has been requested only', () => {
  expect(timelineOf(queued)).toEqual([{ kind: 'REQUESTED', at: at(0) }])
})

test('a payout is reserved, signed, sent, replaced and confirmed, with its fees', () => {
  const steps = timelineOf({
    ...queued,
    reservedAt: at(3),
    nonce: 7,
    attempts: [attempt(1, 1000n, '0xa'), attempt(2, 1125n, '0xb')],
    txHash: '0xb',
    confirmedAt: at(50),
    fee: 900n,
    block: 81,
  })

  expect(steps).toEqual([
    { kind: 'REQUESTED', at: at(0) },
    { kind: 'RESERVED', at: at(3), nonce: 7 },
    { kind: 'SIGNED', at: at(5), maxFee: 100_000n },
    { kind: 'SENT', at: at(5), txHash: '0xa' },
    { kind: 'REPLACED', at: at(6), maxFee: 112_500n, txHash: '0xb', raisedPercent: 13 },
    { kind: 'CONFIRMED', at: at(50), txHash: '0xb', fee: 900n, block: 81 },
  ])
})

test('an attempt without a signature is no step, and a given-up payout ends with its failure', () => {
  const steps = timelineOf({
    ...queued,
    reservedAt: at(3),
    nonce: 7,
    attempts: [attempt(1, 1000n, null)],
    failedAt: at(9),
  })

  expect(steps.map(({ kind }) => kind)).toEqual(['REQUESTED', 'RESERVED', 'FAILED'])
})
