import { expect, test } from 'vitest'
import { shortageOf } from './shortage.ts'

const token = { address: '0x71C48eb203d5F96A5d071B3cE84290Fa6cd19a2F' }
const coin = { address: null }

test.each([
  ['the token and its fee are covered', token, { coinBefore: 5n, assetBefore: 10n }, undefined],
  ['one unit of the token is missing', token, { coinBefore: 5n, assetBefore: 9n }, 'asset'],
  ['both the token and the fee are missing', token, { coinBefore: 0n, assetBefore: 9n }, 'asset'],
  ['only the fee is missing', token, { coinBefore: 4n, assetBefore: 10n }, 'coin'],
  [
    'the coin covers the amount and the fee',
    coin,
    { coinBefore: 15n, assetBefore: 15n },
    undefined,
  ],
  ['the coin does not cover the fee', coin, { coinBefore: 14n, assetBefore: 14n }, 'coin'],
] as const)(
  'finds the shortage for an amount of 10 with a maximum fee of 5 and an expected fee of 3: %s',
  (_, asset, held, expected) => {
    const fee = { maxFeePerGas: 5n, maxPriorityFeePerGas: 1n, expectedPerGas: 3n }
    expect(shortageOf({ ...held, gas: 1n }, { asset, amount: 10n }, fee)).toBe(expected)
  },
)
