import { describe, expect, test } from 'vitest'
import { missingEffects } from './missing-effects.ts'
import type { Effect } from './simulated-effects.ts'

const OWN = `0x${'a1'.repeat(20)}`
const OTHER = `0x${'b2'.repeat(20)}`
const TOKEN = `0x${'c3'.repeat(20)}`
const THIRD = `0x${'d4'.repeat(20)}`
const MAX = 2n ** 256n - 1n

type Moved = Extract<Effect, { kind: 'moved' }>
type Item = Extract<Effect, { kind: 'item' }>
type Allowance = Extract<Effect, { kind: 'allowance' }>
type Operator = Extract<Effect, { kind: 'operator' }>

const moved = (change: Partial<Moved> = {}): Moved => ({
  kind: 'moved',
  contract: TOKEN,
  from: OWN,
  to: OTHER,
  amount: 100n,
  ...change,
})
const item = (change: Partial<Item> = {}): Item => ({
  kind: 'item',
  contract: TOKEN,
  from: OWN,
  to: OTHER,
  id: 7n,
  amount: 1n,
  ...change,
})
const allowance = (change: Partial<Allowance> = {}): Allowance => ({
  kind: 'allowance',
  contract: TOKEN,
  owner: OWN,
  spender: OTHER,
  amount: 100n,
  ...change,
})
const itemAllowance = (id: bigint, spender = OTHER): Effect => ({
  kind: 'item-allowance',
  contract: TOKEN,
  owner: OWN,
  spender,
  id,
})
const operator = (change: Partial<Operator> = {}): Operator => ({
  kind: 'operator',
  contract: TOKEN,
  owner: OWN,
  spender: OTHER,
  isApproved: true,
  ...change,
})
const missing = (stated: Effect, ...reported: Effect[]) => missingEffects([stated], reported, OWN)

describe('a stated effect', () => {
  test.each<[string, Effect]>([
    ['coin', moved({ contract: null })],
    ['tokens', moved()],
    ['a collectible', item()],
    ['an allowance', allowance()],
    ['an allowance of a collectible', itemAllowance(7n)],
    ['an allowance for everything', operator()],
  ])('is missing if nothing is reported, and not if it is: %s', (_, stated) => {
    expect(missing(stated)).toEqual([stated])
    expect(missing(stated, stated)).toEqual([])
  })

  test('is compared for the member in any case of the address', () => {
    const given = OWN.toUpperCase().replace('0X', '0x')

    expect(missingEffects([moved(), allowance()], [], given)).toHaveLength(2)
  })

  test.each<[string, Effect]>([
    ['tokens of somebody else', moved({ from: THIRD })],
    ['tokens that stay with the member', moved({ to: OWN })],
    ['no tokens', moved({ amount: 0n })],
    ['an allowance of somebody else', allowance({ owner: THIRD })],
    ['no allowance', allowance({ amount: 0n })],
    ['no allowance for everything', operator({ isApproved: false })],
    ['nothing that can be read', { kind: 'unreadable', contract: TOKEN }],
  ])('needs no report if it concerns %s', (_, stated) => {
    expect(missing(stated)).toEqual([])
  })
})

describe('a transfer', () => {
  test.each<[string, Effect]>([
    ['another recipient', moved({ to: THIRD })],
    ['another asset', moved({ contract: null })],
    ['another owner', moved({ from: THIRD })],
    ['an item', item()],
    ['an item with its amount as the number, of another recipient', item({ id: 100n, to: THIRD })],
    ['an allowance', allowance()],
  ])('is missing if only %s is reported', (_, reported) => {
    expect(missing(moved(), reported)).toEqual([moved()])
  })

  test('of which the stated recipient receives nothing hides no other recipient', () => {
    const elsewhere = [moved({ amount: 0n }), moved({ to: THIRD })]

    expect(missing(moved(), ...elsewhere)).toEqual([moved()])
  })

  test('may give a part of its amount to others as a fee', () => {
    const parts = [moved({ amount: 98n }), moved({ to: THIRD, amount: 2n })]

    expect(missing(moved(), ...parts)).toEqual([])
    expect(missing(moved(), moved({ amount: 120n }))).toEqual([])
  })

  test('misses the part of its amount that is not reported', () => {
    expect(missing(moved(), moved({ amount: 98n }))).toEqual([moved({ amount: 2n })])
  })

  test('may be that of a collectible with the same selector', () => {
    expect(missing(moved(), item({ id: 100n }))).toEqual([])
  })

  test('of a collectible is missing if another one is reported', () => {
    expect(missing(item(), item({ id: 8n }))).toEqual([item()])
    expect(missing(item({ amount: 3n }), item({ amount: 1n }), item({ id: 8n }))).toEqual([
      item({ amount: 2n }),
    ])
  })
})

describe('a permission', () => {
  test.each<[string, Effect]>([
    ['another spender', allowance({ spender: THIRD })],
    ['another token', allowance({ contract: THIRD })],
    ['another owner', allowance({ owner: THIRD })],
    ['a smaller amount', allowance({ amount: 99n })],
    ['a collectible with another number', itemAllowance(7n)],
    ['a collectible for another spender', itemAllowance(100n, THIRD)],
    ['a transfer', moved()],
  ])('is missing if only %s is reported', (_, reported) => {
    expect(missing(allowance(), reported)).toEqual([allowance()])
  })

  test('may be larger than stated, as that of an increase is', () => {
    expect(missing(allowance(), allowance({ amount: 101n }))).toEqual([])
  })

  test('may be stored with fewer bits if it has no limit', () => {
    const stated = allowance({ amount: MAX })

    expect(missing(stated, allowance({ amount: 2n ** 96n - 1n }))).toEqual([])
    expect(missing(stated, allowance({ amount: 2n ** 90n }))).toEqual([stated])
  })

  test('may be that of a collectible with the same selector', () => {
    expect(missing(allowance(), itemAllowance(100n))).toEqual([])
  })

  test('of a collectible is missing if another one is reported', () => {
    expect(missing(itemAllowance(7n), itemAllowance(8n))).toEqual([itemAllowance(7n)])
  })

  test('is missing if the last report takes it back', () => {
    expect(missing(allowance(), allowance(), allowance({ amount: 0n }))).toEqual([allowance()])
    expect(missing(operator(), operator(), operator({ isApproved: false }))).toEqual([operator()])
    expect(missing(operator(), operator({ isApproved: false }), operator())).toEqual([])
  })
})
