import { beforeEach, expect, test, vi } from 'vitest'
import {
  findOrderPayment,
  findPaymentBy,
  findRivals,
  deleteOrderPayment,
  keepOrderPayment,
  noteRival,
} from './order-payment.ts'
import type { Sent } from './sent.ts'

const sent: Sent = {
  hash: '0x01',
  raw: '0x',
  chainId: 31337,
  nonce: 3,
  from: '0xf',
  to: '0xt',
  amount: '5000000',
  decimals: 6,
  symbol: 'USDS',
  contract: '0xc',
  gas: '60000',
  maxFeePerGas: '2',
  maxPriorityFeePerGas: '1',
  sentAtMs: 0,
  kind: 'send',
  isReported: false,
}

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    },
  })
})

test('stores the payment of an order for its own member', () => {
  keepOrderPayment('1', 'product-5', sent)

  expect(findOrderPayment('1', 'product-5')).toEqual(sent)
  expect(findOrderPayment('1', 'product-6')).toBeUndefined()
  expect(findOrderPayment('2', 'product-5')).toBeUndefined()
})

test('finds a call only for the wallet that signed it', () => {
  const [own, former] = [`0x${'Ab'.repeat(20)}`, `0x${'cd'.repeat(20)}`]
  keepOrderPayment('1', 'mission-2-15', { ...sent, from: own })

  const findBy = (address: string) => findPaymentBy({ userId: '1', address }, 'mission-2-15')
  expect(findBy(own.toLowerCase())?.hash).toBe('0x01')
  expect(findBy(former)).toBeUndefined()
})

test('deletes only the payment that can no longer happen', () => {
  keepOrderPayment('1', 'product-5', sent)
  keepOrderPayment('1', 'credit-5', { ...sent, hash: '0x02' })

  deleteOrderPayment('1', 'product-5')

  expect(findOrderPayment('1', 'product-5')).toBeUndefined()
  expect(findOrderPayment('1', 'credit-5')?.hash).toBe('0x02')
})

test('stores every transaction signed with the nonce of a payment under its order', () => {
  const faster = { ...sent, hash: '0x02', kind: 'speed-up' } as const
  const cancel = { ...sent, hash: '0x03', kind: 'cancel' } as const
  keepOrderPayment('1', 'product-5', sent)
  keepOrderPayment('1', 'credit-5', { ...sent, hash: '0x09', nonce: 4 })

  noteRival('1', faster)
  noteRival('1', cancel)
  noteRival('1', cancel)

  const hashes = (order: string) => findRivals('1', order).map(({ hash }) => hash)
  expect(hashes('product-5')).toEqual(['0x03', '0x02'])
  expect(hashes('credit-5')).toEqual([])

  // The faster transaction pays now, but the first one may still be mined instead.
  keepOrderPayment('1', 'product-5', faster)
  expect(hashes('product-5')).toEqual(['0x01', '0x03'])
  // A new payment has another nonce, so the earlier rivals no longer matter.
  keepOrderPayment('1', 'product-5', { ...sent, hash: '0x04', nonce: 5 })
  expect(hashes('product-5')).toEqual([])
})
