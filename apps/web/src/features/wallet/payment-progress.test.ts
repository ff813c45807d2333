import { expect, test } from 'vitest'
import type { Progress } from './follow.ts'
import { paymentProgressOf, replacementOf } from './payment-progress.ts'
import type { PaymentProgress } from './payment-progress.ts'
import type { Sent } from './sent.ts'

const HASH = `0x${'ab'.repeat(32)}` as const
const network = { name: 'Ethereum', confirmations: 3 }

test.each<[what: string, Progress | undefined, isUnsure: boolean, Partial<PaymentProgress>]>([
  ['sent and not looked for yet', undefined, false, { kind: 'waiting' }],
  ['sent without an answer', undefined, true, { kind: 'unsure' }],
  ['seen after all', { kind: 'waiting', wasTakenBack: false }, true, { kind: 'waiting' }],
  ['forgotten by its network', { kind: 'lost', wasTakenBack: false }, false, { kind: 'unsure' }],
  [
    'in a block',
    { kind: 'confirming', confirmations: 2, needed: 3 },
    false,
    { kind: 'confirming', confirmations: 2, needed: 3 },
  ],
  [
    'taken back',
    { kind: 'waiting', wasTakenBack: true },
    false,
    { kind: 'waiting', wasTakenBack: true },
  ],
  ['deep enough', { kind: 'done' }, false, { kind: 'done', confirmations: 3 }],
  ['reverted', { kind: 'failed' }, false, { kind: 'failed' }],
  ['replaced', { kind: 'replaced', isFinal: true }, false, { kind: 'replaced' }],
  ['replaced at the head', { kind: 'replaced', isFinal: false }, false, { kind: 'waiting' }],
])('a payment that was %s', (_, seen, isUnsure, expected) => {
  expect(paymentProgressOf(HASH, network, seen, isUnsure)).toMatchObject({
    hash: HASH,
    network: 'Ethereum',
    ...expected,
  })
})

test('what took the place of a payment has its nonce on its chain', () => {
  const first = aSent({ hash: '0x01', nonce: 7 })
  const faster = aSent({ hash: '0x02', nonce: 7, kind: 'speed-up' })
  const other = aSent({ hash: '0x03', nonce: 8 })
  const elsewhere = aSent({ hash: '0x04', nonce: 7, chainId: 31338 })

  expect(replacementOf(first, [other, elsewhere, first, faster])).toBe(faster)
  expect(replacementOf(first, [other, elsewhere, first])).toBeUndefined()
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
