import { expect, test } from 'vitest'
import { validateProducts, type PlannedProduct } from './planned-product.ts'
import { product } from './test-season-plan.ts'

const TOKEN = {
  payType: 'TOKEN',
  chainId: 1,
  contract: 'native',
  price: '0.5',
  givesXp: 10,
} as const

test.each<[string, Partial<PlannedProduct>]>([
  ['for XP', {}],
  ['for tickets', { payType: 'TICKET', price: '1', givesTickets: 0, givesXp: 80 }],
  ['for a token', TOKEN],
])('accepts a product %s', (_label, change) => {
  expect(validateProducts([product(change)])).toEqual([])
})

test.each<[string, Partial<PlannedProduct>, string, string]>([
  ['with a price of nothing', { price: '0' }, 'price', 'PRODUCT_PRICE'],
  ['with a part of an XP', { price: '1.5' }, 'price', 'PRODUCT_PRICE'],
  ['with a token price of nothing', { ...TOKEN, price: '0' }, 'price', 'PRODUCT_PRICE'],
  ['that gives nothing', { givesTickets: 0 }, 'givesXp', 'PRODUCT_GIVES_NOTHING'],
  ['that gives XP for XP', { givesXp: 1 }, 'givesXp', 'PRODUCT_GIVES_PAYMENT'],
  [
    'that gives tickets for tickets',
    { payType: 'TICKET' },
    'givesTickets',
    'PRODUCT_GIVES_PAYMENT',
  ],
  ['without a chain', { ...TOKEN, chainId: null }, 'contract', 'PRODUCT_NO_TOKEN'],
  ['without a token', { ...TOKEN, contract: null }, 'contract', 'PRODUCT_NO_TOKEN'],
])('rejects a product %s', (_label, change, field, code) => {
  expect(validateProducts([product(), product(change)])).toMatchObject([
    { path: `products.1.${field}`, code, values: { product: 'Three tickets' } },
  ])
})
