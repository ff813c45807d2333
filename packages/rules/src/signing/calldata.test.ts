import { expect, test } from 'vitest'
import { functionOf, statedEffects } from './calldata.ts'
import { changesOf, grantsOf } from './member-effects.ts'
import { effectsIn, isUnlimited, type Effect } from './simulated-effects.ts'

const OWN = `0x${'a1'.repeat(20)}`
const OTHER = `0x${'b2'.repeat(20)}`
const TOKEN = `0x${'c3'.repeat(20)}`
const word = (value: bigint | string) =>
  typeof value === 'string'
    ? value.slice(2).padStart(64, '0')
    : value.toString(16).padStart(64, '0')
const PERMIT2_APPROVAL = '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b'
const MAX = 2n ** 256n - 1n
const call = (selector: string, ...words: (bigint | string)[]) => ({
  from: OWN,
  to: TOKEN,
  value: 0n,
  data: selector + words.map(word).join(''),
})

test('names the well-known functions and keeps the selector of others', () => {
  expect(functionOf(call('0x095ea7b3', OTHER, 1n).data)?.signature).toBe(
    'approve(address spender, uint256 amount)',
  )
  expect(functionOf('0x12345678')).toEqual({ selector: '0x12345678', signature: undefined })
  expect(functionOf('0x')).toBeNull()
})

test.each([
  ['an approval', call('0x095ea7b3', OTHER, MAX)],
  ['an increased allowance', call('0x39509351', OTHER, MAX)],
  ['a permit', call('0xd505accf', OWN, OTHER, MAX, 1n)],
])('reads the spender and the amount of %s from the call itself', (_, given) => {
  expect(grantsOf(statedEffects(given), OWN)).toEqual([
    { contract: TOKEN, spender: OTHER, of: { kind: 'amount', amount: MAX } },
  ])
})

test('reads an approval of everything and takes back one that ends', () => {
  const of = (flag: bigint) => grantsOf(statedEffects(call('0xa22cb465', OTHER, flag)), OWN)

  expect(of(1n)).toEqual([{ contract: TOKEN, spender: OTHER, of: { kind: 'all' } }])
  expect(of(0n)).toEqual([])
})

test('adds the coin that a call sends along to what the call moves', () => {
  const given = { ...call('0xa9059cbb', OTHER, 7n), value: 3n }

  expect(changesOf(statedEffects(given), OWN)).toEqual([
    { contract: null, id: null, delta: -3n, recipients: [TOKEN] },
    { contract: TOKEN, id: null, delta: -7n, recipients: [OTHER] },
  ])
})

test('lists losses before gains and leaves out what cancels out', () => {
  const moved = (contract: string | null, from: string, to: string, amount: bigint): Effect => ({
    kind: 'moved',
    contract,
    from,
    to,
    amount,
  })
  const effects = [
    moved(null, OTHER, OWN, 5n),
    moved(TOKEN, OWN, OTHER, 9n),
    moved(OTHER, OWN, OTHER, 4n),
    moved(OTHER, OTHER, OWN, 4n),
  ]

  expect(changesOf(effects, OWN.toUpperCase().replace('0X', '0x'))).toEqual([
    { contract: TOKEN, id: null, delta: -9n, recipients: [OTHER] },
    { contract: null, id: null, delta: 5n, recipients: [] },
  ])
})

test('names everyone once who receives a part of what the member loses, and nobody for a gain', () => {
  const moved = (from: string, to: string, amount: bigint): Effect => ({
    kind: 'moved',
    contract: TOKEN,
    from,
    to,
    amount,
  })
  const paid = [moved(OWN, OTHER, 2n), moved(OWN, TOKEN, 1n), moved(OWN, OTHER, 3n)]

  expect(changesOf([...paid, moved(OWN, OWN, 9n), moved(TOKEN, OWN, 1n)], OWN)).toEqual([
    { contract: TOKEN, id: null, delta: -5n, recipients: [OTHER, TOKEN] },
  ])
  expect(changesOf([...paid, moved(TOKEN, OWN, 9n)], OWN)).toEqual([
    { contract: TOKEN, id: null, delta: 3n, recipients: [] },
  ])
})

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const SINGLE = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'
const BATCH = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'
const topic = (address: string) => `0x${word(address)}`

test('reads collectibles, also many of one transaction', () => {
  const logs = [
    { address: TOKEN, topics: [TRANSFER, topic(OWN), topic(OTHER), `0x${word(8n)}`], data: '0x' },
    {
      address: TOKEN,
      topics: [SINGLE, topic(OWN), topic(OTHER), topic(OWN)],
      data: `0x${word(4n)}${word(2n)}`,
    },
    {
      address: TOKEN,
      topics: [BATCH, topic(OWN), topic(OWN), topic(OTHER)],
      data: `0x${[64n, 160n, 2n, 5n, 6n, 2n, 10n, 20n].map(word).join('')}`,
    },
  ]

  expect(changesOf(effectsIn(logs), OWN)).toEqual([
    { contract: TOKEN, id: 8n, delta: -1n, recipients: [OTHER] },
    { contract: TOKEN, id: 5n, delta: -10n, recipients: [OTHER] },
    { contract: TOKEN, id: 6n, delta: -20n, recipients: [OTHER] },
    { contract: TOKEN, id: 4n, delta: 2n, recipients: [] },
  ])
})

test.each([
  ['a transfer without an amount', [TRANSFER, topic(OWN), topic(OTHER)], '0x'],
  ['a transfer without parties', [TRANSFER], `0x${word(1n)}`],
  ['a batch whose lists differ', [BATCH, topic(OWN), topic(OWN), topic(OTHER)], `0x${word(64n)}`],
])('reports %s as unreadable instead of overlooking it', (_, topics, data) => {
  expect(effectsIn([{ address: TOKEN, topics, data }])).toEqual([
    { kind: 'unreadable', contract: TOKEN },
  ])
})

test.each([
  ['Permit2 itself', '0x000000000022d473030f116ddee9f6b43ac78ba3', 1],
  ['it, and none from a contract that imitates it', OTHER, 0],
])('reads allowances of Permit2 only if they come from %s', (_, emitter, count) => {
  const approval = {
    address: emitter,
    topics: [PERMIT2_APPROVAL, topic(OWN), topic(TOKEN), topic(OTHER)],
    data: `0x${word(0n)}${word(0n)}`,
  }

  expect(effectsIn([approval])).toHaveLength(count)
})

test('counts the largest numbers of 96, 160 and 256 bits as no limit', () => {
  expect([96n, 160n, 256n].every((bits) => isUnlimited(2n ** bits - 1n))).toBe(true)
  expect(isUnlimited(10n ** 27n)).toBe(false)
})
