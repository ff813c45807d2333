import { describe, expect, test } from 'vitest'
import { describeNetwork, needsSecondNode, networkOf } from './network.ts'

describe('a network', () => {
  test('without a name is named after its chain id, and without a symbol gets NATIVE', () => {
    expect(describeNetwork({ chainId: 999 })).toMatchObject({ name: 'Chain 999', symbol: 'NATIVE' })
    expect(
      describeNetwork({ chainId: 1, networkName: 'Ethereum', networkSymbol: 'ETH' }),
    ).toMatchObject({
      name: 'Ethereum',
      symbol: 'ETH',
    })
  })

  test.each([
    ['https://x/', 'https://x'],
    ['https://x//', 'https://x'],
    ['https://x/a/', 'https://x/a'],
    [undefined, ''],
    [null, ''],
    ['https://x', 'https://x'],
    ['', ''],
  ])('with the explorer %j has the explorer URL %j', (scanUrl, explorerUrl) => {
    const listed = scanUrl === undefined ? { chainId: 1 } : { chainId: 1, scanUrl }
    expect(describeNetwork(listed).explorerUrl).toBe(explorerUrl)
  })

  test('is described without spaces around its name and symbol', () => {
    expect(
      describeNetwork({ chainId: 1, networkName: ' Ethereum ', networkSymbol: ' ETH ' }),
    ).toMatchObject({ name: 'Ethereum', symbol: 'ETH', colour: '#627EEA' })
    expect(describeNetwork({ chainId: 1, networkName: ' ', networkSymbol: ' ' })).toMatchObject({
      name: 'Chain 1',
      symbol: 'NATIVE',
    })
  })

  test.each([
    ['BNB', '#F3BA2F'],
    ['tBNB', '#F3BA2F'],
    ['ETH', '#627EEA'],
    ['SepoliaETH', '#627EEA'],
    ['POL', '#6B7280'],
    [null, '#6B7280'],
  ])('of %s has the colour %s', (networkSymbol, colour) => {
    expect(describeNetwork({ chainId: 1, networkSymbol }).colour).toBe(colour)
  })

  test('uses 18 decimals for its coin', () => {
    expect(describeNetwork({ chainId: 1 }).nativeDecimals).toBe(18)
  })

  test('that is unknown throws an error with its chain id', () => {
    const known = { chainId: 1 }
    expect(networkOf([known], 1)).toBe(known)
    expect(() => networkOf([known], 424_242)).toThrow('No network found for chainId=424242')
  })
})

test.each([
  [false, 5n, 6n, false],
  [true, undefined, 6n, false],
  [true, 5n, 5n, false],
  [true, 5n, 6n, true],
  [true, 0n, 1n, true],
])(
  'with a second node %s and agreement above %s, %s units need both: %s',
  (hasSecondNode, agreeAbove, amount, expected) => {
    expect(needsSecondNode({ hasSecondNode, agreeAbove, amount })).toBe(expected)
  },
)
