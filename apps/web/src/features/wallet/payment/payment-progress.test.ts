import { expect, test } from 'vitest'
import type { Progress } from '#/features/wallet/chain/follow.ts'
import type { Sent } from '#/features/wallet/chain/sent.ts'
import type { PaymentProgress } from '#/lib/payment-progress.ts'
import { paymentProgressOf, rivalsOf, winnerOf } from './payment-progress.ts'

const HASH = `0x${'ab'.repeat(32)}` as const
const network = { name: 'Ethereum', confirmations: 3 }

type Case = { seen?: Progress; isUnsure?: boolean; isCancelled?: boolean }

test.each<[what: string, Case, Partial<PaymentProgress>]>([
  ['sent and not polled yet', {}, { kind: 'waiting' }],
  ['sent without a response', { isUnsure: true }, { kind: 'unsure' }],
  [
    'seen after an uncertain broadcast',
    { seen: { kind: 'waiting', wasReorged: false }, isUnsure: true },
    { kind: 'waiting' },
  ],
  ['dropped by its network', { seen: { kind: 'lost', wasReorged: false } }, { kind: 'unsure' }],
  [
    'in a block',
    { seen: { kind: 'confirming', confirmations: 2, needed: 3 } },
    { kind: 'confirming', confirmations: 2, needed: 3 },
  ],
  [
    'included in a block but failing',
    { seen: { kind: 'confirming', confirmations: 1, needed: 3, isFailing: true } },
    { kind: 'failing' },
  ],
  [
    'taken back',
    { seen: { kind: 'waiting', wasReorged: true } },
    { kind: 'waiting', wasReorged: true },
  ],
  ['deep enough', { seen: { kind: 'done' } }, { kind: 'done', confirmations: 3 }],
  ['reverted', { seen: { kind: 'failed' } }, { kind: 'failed' }],
  ['replaced', { seen: { kind: 'replaced', isFinal: true } }, { kind: 'replaced' }],
  [
    'replaced in an unconfirmed block',
    { seen: { kind: 'replaced', isFinal: false } },
    { kind: 'waiting' },
  ],
  [
    'cancelled',
    { seen: { kind: 'replaced', isFinal: true }, isCancelled: true },
    { kind: 'cancelled' },
  ],
  [
    'cancelled in an unconfirmed block',
    { seen: { kind: 'replaced', isFinal: false }, isCancelled: true },
    { kind: 'waiting' },
  ],
])('derives the progress of a payment that was %s', (_, given, expected) => {
  const followed = { seen: undefined, isUnsure: false, isCancelled: false, ...given }
  expect(paymentProgressOf(HASH, network, followed)).toMatchObject({
    hash: HASH,
    network: 'Ethereum',
    ...expected,
  })
})

test('finds rivals of a payment by wallet, nonce and chain', () => {
  const first = aSent({ hash: '0x01', nonce: 7 })
  const faster = aSent({ hash: '0x02', nonce: 7, kind: 'speed-up' })
  const other = aSent({ hash: '0x03', nonce: 8 })
  const elsewhere = aSent({ hash: '0x04', nonce: 7, chainId: 31338 })
  // Every wallet of the member counts its own nonces.
  const former = aSent({ hash: '0x05', nonce: 7, from: '0xe' })

  expect(rivalsOf(first, [faster, other, elsewhere, former, first, faster])).toEqual([faster])
  expect(rivalsOf(first, [other, elsewhere, former, first])).toEqual([])
})

test('reads from the chain which rival replaced the payment and when that is final', () => {
  const faster = aSent({ hash: '0x02', kind: 'speed-up' })
  const cancel = aSent({ hash: '0x03', kind: 'cancel' })
  const gone = { sent: faster, progress: { kind: 'replaced', isFinal: true } } as const
  const winner = (progress: Progress | undefined) => winnerOf([gone, { sent: cancel, progress }])

  expect(winner(undefined)).toBeUndefined()
  expect(winner({ kind: 'waiting', wasReorged: false })).toBeUndefined()
  expect(winner({ kind: 'confirming', confirmations: 1, needed: 3 })).toEqual({
    sent: cancel,
    isFinal: false,
  })
  expect(winner({ kind: 'done' })).toEqual({ sent: cancel, isFinal: true })
})

function aSent(given: Partial<Sent>): Sent {
  return {
    hash: HASH,
    raw: '0x',
    chainId: 31337,
    nonce: 0,
    from: '0xf',
    to: '0xt',
    amount: '1',
    decimals: 6,
    symbol: 'USDS',
    contract: null,
    gas: '60000',
    maxFeePerGas: '2',
    maxPriorityFeePerGas: '1',
    sentAtMs: 0,
    kind: 'send',
    isReported: true,
    ...given,
  }
}
