import { bytesToHex } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checksumAddress } from './address.ts'
import { paymentLink, readPaymentLink } from './payment-link.ts'

const BEN = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const TOKEN = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

describe('a payment link', () => {
  test.each([
    [`ethereum:${BEN}`, { to: BEN }],
    [`ethereum:pay-${BEN}`, { to: BEN }],
    [`ethereum:${BEN.toLowerCase()}@31337`, { to: BEN, chainId: 31_337 }],
    [
      `ethereum:${BEN}@1?value=2.014e18`,
      { to: BEN, chainId: 1, amount: 2_014_000_000_000_000_000n },
    ],
    [`ethereum:${BEN}?value=0`, { to: BEN, amount: 0n }],
    [`ethereum:${BEN}?value=1.50e1`, { to: BEN, amount: 15n }],
    [`ethereum:${BEN}?value=%2B7E%2B2`, { to: BEN, amount: 700n }],
    [`ethereum:${BEN}?value=${2n ** 256n - 1n}`, { to: BEN, amount: 2n ** 256n - 1n }],
    [`ethereum:${BEN}?gasLimit=21000`, { to: BEN }],
    [`ethereum:${BEN}?value=1e18&gas=21000&gasPrice=5e9`, { to: BEN, amount: 10n ** 18n }],
    [
      `ethereum:${TOKEN}@56/transfer?address=${BEN}&uint256=1.5e6`,
      { to: BEN, chainId: 56, amount: 1_500_000n, token: TOKEN },
    ],
    [`ethereum:${TOKEN}/transfer?address=${BEN}`, { to: BEN, token: TOKEN }],
  ])('%s is parsed completely', (link, request) => {
    const none = { chainId: undefined, amount: undefined, token: undefined }
    expect(readPaymentLink(link)).toEqual({ ...none, ...request })
  })

  test.each([
    ['another scheme', `bitcoin:${BEN}`],
    ['a name instead of an address', 'ethereum:friend.eth'],
    ['a mistyped address', 'ethereum:0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d35'],
    ['a wrong checksum', 'ethereum:0xfb6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
    ['a chain ID of zero', `ethereum:${BEN}@0`],
    ['a chain that is not a number', `ethereum:${BEN}@main`],
    ['an approval instead of a payment', `ethereum:${TOKEN}/approve?address=${BEN}&uint256=1`],
    [
      'a transfer from another account',
      `ethereum:${TOKEN}/transferFrom?address=${BEN}&address=${TOKEN}&uint256=1`,
    ],
    ['a token transfer without a recipient', `ethereum:${TOKEN}/transfer?uint256=1`],
    ['a token transfer to an invalid address', `ethereum:${TOKEN}/transfer?address=me&uint256=1`],
    ['two amounts', `ethereum:${BEN}?value=1&value=2`],
    ['two recipients', `ethereum:${TOKEN}/transfer?address=${BEN}&address=${TOKEN}`],
    ['a parameter that would be ignored', `ethereum:${BEN}?value=1&data=0x00`],
    ['a fraction of the smallest unit', `ethereum:${BEN}?value=1.5`],
    ['a negative amount', `ethereum:${BEN}?value=-1`],
    ['an amount above uint256', `ethereum:${BEN}?value=1e78`],
    ['one an amount above uint256', `ethereum:${BEN}?value=${2n ** 256n}`],
    ['a fee that is not a number', `ethereum:${BEN}?gas=much`],
    ['a value with two equal signs', `ethereum:${BEN}?value=1=2`],
    ['a name without a value', `ethereum:${BEN}?value`],
    ['an invalid token amount', `ethereum:${TOKEN}/transfer?address=${BEN}&uint256=x`],
    ['leading whitespace', ` ethereum:${BEN}`],
    ['text after its chain', `ethereum:${BEN}@1x`],
    ['text before its amount', `ethereum:${BEN}?value=x1`],
    ['text after its amount', `ethereum:${BEN}?value=1x`],
    ['an empty amount', `ethereum:${BEN}?value=`],
    ['a coin value in a token transfer', `ethereum:${TOKEN}/transfer?address=${BEN}&value=1`],
    ['broken escapes', `ethereum:${BEN}?value=%E0%A4`],
  ])('with %s is rejected', (_label, link) => {
    expect(readPaymentLink(link)).toBeUndefined()
  })

  test.each([
    [{ to: BEN }, `ethereum:${BEN}`],
    [{ to: BEN, chainId: 56 }, `ethereum:${BEN}@56`],
    [{ to: BEN, amount: 0n }, `ethereum:${BEN}?value=0`],
    [{ to: BEN, chainId: 1, amount: 15n }, `ethereum:${BEN}@1?value=15`],
    [{ to: BEN, token: TOKEN }, `ethereum:${TOKEN}/transfer?address=${BEN}`],
    [
      { to: BEN, chainId: 1, amount: 15n, token: TOKEN },
      `ethereum:${TOKEN}@1/transfer?address=${BEN}&uint256=15`,
    ],
  ] as const)('for %o is formatted as %s', (request, link) => {
    const none = { chainId: undefined, amount: undefined, token: undefined }
    expect(paymentLink({ ...none, ...request })).toBe(link)
  })

  test('round-trips through its text', () => {
    const address = fc
      .uint8Array({ minLength: 20, maxLength: 20 })
      .map((bytes) => checksumAddress(`0x${bytesToHex(bytes)}`))
    const request = fc.record({
      to: address,
      chainId: fc.option(fc.integer({ min: 1, max: 2 ** 31 }), { nil: undefined }),
      amount: fc.option(fc.bigInt(0n, 2n ** 256n - 1n), { nil: undefined }),
      token: fc.option(address, { nil: undefined }),
    })
    fc.assert(
      fc.property(request, (original) => {
        expect(readPaymentLink(paymentLink(original))).toEqual(original)
      }),
      { numRuns: 30 },
    )
  })
})
