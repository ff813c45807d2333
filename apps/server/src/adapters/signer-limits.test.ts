import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LOCAL_NETWORKS } from '@solstice/devnet/genesis'
import { defaultRelayFees, treasuryVariables } from '#/platform/process/treasury-settings.ts'
import { checkRelayLimits, localSignerLimits, readSignerLimits } from './signer-limits.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'solstice-limits-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const TOKEN = {
  contract: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  decimals: 6,
  perPayout: '1.5',
  perDestination: '2',
  perDay: '3',
  refundsPerDay: '1',
}
const CHAIN = { chainId: 1, maxGas: 90_000, maxFeeGwei: '0.5', feesPerDay: '2', tokens: [TOKEN] }

async function read(content: unknown) {
  const path = join(folder, 'limits.json')
  await writeFile(path, JSON.stringify(content))
  return readSignerLimits(path)
}

test('reads a limits file in whole units, and accepts the example of the docs', async () => {
  const example = new URL('../../../../docs/signer-limits.example.json', import.meta.url)

  expect(await read([CHAIN])).toEqual([
    {
      chainId: 1,
      maxGas: 90_000n,
      maxFeePerGas: 500_000_000n,
      feesPerDay: 2n * 10n ** 18n,
      refundFeesPerDay: 5n * 10n ** 17n,
      tokens: [
        {
          contract: TOKEN.contract.toLowerCase(),
          perPayout: 1_500_000n,
          perDestination: 2_000_000n,
          perDay: 3_000_000n,
          refundsPerDay: 1_000_000n,
        },
      ],
    },
  ])
  expect(await read([{ ...CHAIN, refundFeesPerDay: '1.5' }])).toMatchObject([
    { refundFeesPerDay: 15n * 10n ** 17n },
  ])
  expect(await readSignerLimits(example.pathname)).toHaveLength(2)
  expect(localSignerLimits(LOCAL_NETWORKS).map(({ tokens }) => tokens.length)).toEqual([2, 2])
})

test.each([
  [
    'refund fees that use the whole daily fee limit',
    [{ ...CHAIN, refundFeesPerDay: '2' }],
    'refundFeesPerDay',
  ],
  ['a missing limit', [{ ...CHAIN, tokens: [{ ...TOKEN, perDay: undefined }] }], 'perDay'],
  [
    'an amount with more decimals than the token',
    [{ ...CHAIN, tokens: [{ ...TOKEN, perDay: '3.0000001' }] }],
    '6 decimals',
  ],
  ['a limit of zero', [{ ...CHAIN, feesPerDay: '0' }], 'not an amount above 0'],
  [
    'a mistyped address',
    [{ ...CHAIN, tokens: [{ ...TOKEN, contract: '0x12' }] }],
    'not an address',
  ],
  ['limits in the wrong order', [{ ...CHAIN, tokens: [{ ...TOKEN, perPayout: '5' }] }], 'at most'],
  ['a token twice', [{ ...CHAIN, tokens: [TOKEN, TOKEN] }], 'listed twice'],
  ['a chain twice', [CHAIN, CHAIN], 'listed twice'],
])('rejects %s in a limits file, and names the setting', async (_label, content, why) => {
  await expect(read(content)).rejects.toThrow(/SIGNER_LIMITS: /)
  await expect(read(content)).rejects.toThrow(why)
})

describe('the limit of relayed fees', () => {
  const budgets = (text: string) => treasuryVariables.RELAY_FEES_PER_DAY.parse(text)
  const limitsOf = (relayFeesPerDay: string) => read([{ ...CHAIN, relayFeesPerDay }])

  test('covers six times the budget of the servers, or the signer does not start', async () => {
    expect(() => checkRelayLimits([], budgets('0'))).not.toThrow()
    const limits = await limitsOf('0.3')
    expect(() => checkRelayLimits(limits, budgets('1:0.05'))).not.toThrow()
    expect(() => checkRelayLimits(limits, budgets('1:0.050001'))).toThrow(
      'relayFeesPerDay of chain 1 is 0.3, but RELAY_FEES_PER_DAY allows 0.050001 and needs at least 0.300006',
    )
    expect(() => checkRelayLimits(limits, budgets('56:0.01'))).toThrow('chain 56 is 0,')
  })

  test('needs the budget to compare with', async () => {
    const limits = await limitsOf('0.3')
    expect(() => checkRelayLimits(limits, undefined)).toThrow('RELAY_FEES_PER_DAY is required')
    const without = await read([CHAIN])
    expect(() => checkRelayLimits(without, undefined)).not.toThrow()
  })

  test('fits the budget in the examples of the docs and on the local chains', async () => {
    const example = new URL('../../../../docs/signer-limits.example.json', import.meta.url)
    const limits = await readSignerLimits(example.pathname)

    expect(() => checkRelayLimits(limits, budgets('1:0.05,56:0.2'))).not.toThrow()
    const local = localSignerLimits(LOCAL_NETWORKS)
    expect(() => checkRelayLimits(local, defaultRelayFees(false))).not.toThrow()
  })
})
