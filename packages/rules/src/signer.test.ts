import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from './duration.ts'
import { decideSignature, type CountedPayout, type SignerFacts } from './signer.ts'

const NOW = new Date('2026-06-23T08:00:00.000Z')
const TOKEN = { perPayout: 100n, perDestination: 150n, perDay: 300n, refundsPerDay: 200n }
const GAS = { maxGas: 100_000n, maxFeePerGas: 50n, feesPerDay: 14_000n, refundFeesPerDay: 4000n }

const signed = (change: Partial<CountedPayout> = {}): CountedPayout => ({
  at: new Date(NOW.getTime() - 1000),
  chainId: 1,
  contract: '0xt',
  destination: '0xa',
  amount: 50n,
  isRefund: false,
  fee: 1000n,
  ...change,
})

const decide = (
  change: Partial<SignerFacts['payout']> = {},
  others: readonly CountedPayout[] = [],
  limits: Partial<Pick<SignerFacts, 'token' | 'gas'>> = {},
) =>
  decideSignature({
    payout: {
      ...signed({ at: NOW }),
      gas: 60_000n,
      maxFeePerGas: 20n,
      isCancel: false,
      ...change,
    },
    token: TOKEN,
    gas: GAS,
    others,
    ...limits,
  })

describe("the signer's hard limits", () => {
  test('allow a payout that reaches every limit exactly', () => {
    const others = [
      signed({ fee: 4000n }),
      signed({ destination: '0xb', amount: 150n, fee: 5000n }),
    ]
    expect(decide({ amount: 100n }, others)).toEqual({ kind: 'sign' })
    expect(decide({ gas: 100_000n, maxFeePerGas: 50n })).toEqual({ kind: 'sign' })
  })

  test.each([
    ['the amount of a payout', 'PAYOUT_LIMIT', { amount: 101n }, []],
    ['a destination', 'DESTINATION_LIMIT', { amount: 100n }, [signed({ amount: 51n })]],
    ['the day', 'DAY_LIMIT', { amount: 51n }, [signed({ amount: 250n, destination: '0xb' })]],
    ['the gas', 'GAS_LIMIT', { gas: 100_001n }, []],
    ['the gas price', 'GAS_LIMIT', { maxFeePerGas: 51n }, []],
    ['the fees of a day', 'FEE_LIMIT', {}, [signed({ fee: 9001n })]],
  ] as const)('reject one unit above the limit for %s', (_limit, why, change, others) => {
    expect(decide(change, others)).toMatchObject({ kind: 'refuse', why })
  })

  test('reject a token or a chain without limits', () => {
    const refused = { kind: 'refuse', why: 'NO_LIMIT', until: undefined }
    expect(decide({ amount: 1n }, [], { token: undefined })).toEqual(refused)
    expect(decide({ amount: 1n }, [], { gas: undefined })).toEqual(refused)
  })

  test('count the last 24 hours, and no other chains or tokens', () => {
    const full = { amount: 300n, fee: 10_000n }
    const yesterday = signed({ ...full, at: new Date(NOW.getTime() - DAY_MS) })
    expect(decide({}, [yesterday, signed({ ...full, chainId: 2 })])).toEqual({ kind: 'sign' })
    expect(decide({}, [signed({ amount: 300n, contract: null })])).toEqual({ kind: 'sign' })
    expect(decide({}, [signed({ ...full, at: new Date(NOW.getTime() - DAY_MS + 1) })])).toEqual({
      kind: 'refuse',
      why: 'DESTINATION_LIMIT',
      until: new Date(NOW.getTime() + 1),
    })
  })

  test('separate the fees of refunds from all other fees, within one sum', () => {
    const payouts = signed({ destination: '0xb', fee: 10_000n })
    const refunds = signed({ destination: '0xb', fee: 4000n, isRefund: true })
    expect(decide({ isRefund: true, fee: 4000n }, [payouts])).toEqual({ kind: 'sign' })
    expect(decide({ isRefund: true, fee: 4001n }, [payouts])).toMatchObject({ why: 'FEE_LIMIT' })
    expect(decide({ fee: 10_000n }, [refunds])).toEqual({ kind: 'sign' })
    expect(decide({ fee: 10_001n }, [refunds])).toMatchObject({ why: 'FEE_LIMIT' })
    expect(decide({ isRefund: true, fee: 1n }, [refunds])).toMatchObject({ why: 'FEE_LIMIT' })
  })

  test('allow twenty cancellations in addition to everything else, and no more', () => {
    const full = signed({ destination: '0xb', fee: 10_000n })
    const cancel = { contract: null, amount: 0n, fee: 21_000n * 50n }
    const before = Array.from({ length: 19 }, () => signed(cancel))
    const another = { ...cancel, isCancel: true }
    const limits = { token: undefined }
    expect(decide(another, [full, ...before], limits)).toEqual({ kind: 'sign' })
    expect(decide(another, [full, ...before, signed(cancel)], limits)).toMatchObject({
      why: 'FEE_LIMIT',
    })
    expect(decide(cancel, [full], { token: TOKEN })).toMatchObject({ why: 'FEE_LIMIT' })
  })

  describe('for calls of contracts', () => {
    const token = { ...TOKEN, distributor: { perFunding: 200n, fundingPerDay: 250n } }
    const gas = { ...GAS, maxCallGas: 1_000_000n }
    const fund = (amount: bigint) => ({ amount, call: { purpose: 'FUND' } as const })
    const call = (purpose: 'DEPLOY' | 'ROOT' | 'CLAIM' | 'ANCHOR') => ({
      amount: 0n,
      call: { purpose },
    })

    test('allow funding above the limit of a payout and of a destination, up to its own', () => {
      expect(decide(fund(200n), [], { token, gas })).toEqual({ kind: 'sign' })
      expect(decide(fund(201n), [], { token, gas })).toMatchObject({ why: 'PAYOUT_LIMIT' })
      const before = [signed(fund(200n))]
      expect(decide(fund(50n), before, { token, gas })).toEqual({ kind: 'sign' })
      expect(decide(fund(51n), before, { token, gas })).toMatchObject({ why: 'DAY_LIMIT' })
    })

    test('count funding within the limit of the day, together with payouts', () => {
      const paid = signed({ amount: 150n, destination: '0xb' })
      expect(decide(fund(151n), [paid], { token, gas })).toMatchObject({ why: 'DAY_LIMIT' })
      const funded = signed({ ...fund(250n), destination: '0xb' })
      expect(decide({ amount: 51n }, [funded], { token, gas })).toMatchObject({ why: 'DAY_LIMIT' })
      expect(decide({ amount: 50n }, [funded], { token, gas })).toEqual({ kind: 'sign' })
    })

    test('allow none without limits of their own', () => {
      const noLimit = { why: 'NO_LIMIT' }
      expect(decide(fund(1n), [], { gas })).toMatchObject(noLimit)
      for (const purpose of ['DEPLOY', 'ROOT', 'CLAIM'] as const) {
        expect(decide(call(purpose), [], { gas })).toMatchObject(noLimit)
        expect(decide(call(purpose), [], { token })).toMatchObject(noLimit)
        expect(decide(call(purpose), [], { token, gas })).toEqual({ kind: 'sign' })
      }
      const anchor = { ...call('ANCHOR'), contract: null }
      expect(decide(anchor, [], { token: undefined })).toMatchObject(noLimit)
      expect(decide(anchor, [], { token: undefined, gas })).toEqual({ kind: 'sign' })
    })

    test('allow their own gas, and count their fees without a reserve', () => {
      const limits = { token, gas }
      expect(decide({ ...call('ROOT'), gas: 1_000_000n }, [], limits)).toEqual({ kind: 'sign' })
      expect(decide({ ...call('ROOT'), gas: 1_000_001n }, [], limits)).toMatchObject({
        why: 'GAS_LIMIT',
      })
      expect(decide({ ...fund(1n), gas: 100_001n }, [], limits)).toMatchObject({
        why: 'GAS_LIMIT',
      })
      expect(decide({ ...call('ROOT'), fee: 9001n }, [signed({})], limits)).toMatchObject({
        why: 'FEE_LIMIT',
      })
    })
  })

  test('keep separate budgets for refunds and for everything else', () => {
    const refunds = signed({ amount: 200n, isRefund: true, destination: '0xb' })
    const payouts = signed({ amount: 300n, destination: '0xb' })
    expect(decide({}, [refunds])).toEqual({ kind: 'sign' })
    expect(decide({ isRefund: true }, [payouts])).toEqual({ kind: 'sign' })
    expect(decide({ isRefund: true }, [refunds])).toMatchObject({ why: 'DAY_LIMIT' })
  })

  test('never allow more than both daily budgets within any 24 hours, for random requests', () => {
    const request = fc.record({
      minutes: fc.integer({ min: 0, max: 400 }),
      amount: fc.bigInt({ min: 1n, max: 120n }),
      destination: fc.constantFrom('0xa', '0xb', '0xc', '0xd'),
      isRefund: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(request, { maxLength: 60 }), (all) => {
        const out: CountedPayout[] = []
        let atMs = NOW.getTime()
        for (const { minutes, ...change } of all) {
          atMs += minutes * 60_000
          const payout = { ...signed({ ...change, at: new Date(atMs), fee: 1n }) }
          if (decide(payout, out).kind === 'sign') out.push(payout)
        }
        for (const { at } of out) {
          const day = out.filter((each) => each.at <= at && +each.at > +at - DAY_MS)
          const sum = day.reduce((total, { amount }) => total + amount, 0n)
          expect(sum).toBeLessThanOrEqual(TOKEN.perDay + TOKEN.refundsPerDay)
        }
      }),
    )
  })
})

describe('the fees of relayed sends', () => {
  const gas = { ...GAS, maxCallGas: 100_000n, relayFeesPerDay: 3000n }
  const relayed = { contract: null, amount: 0n, call: { purpose: 'RELAY' } } as const

  test('stay within their own limit, which other payouts do not use', () => {
    const others = [signed({ ...relayed, fee: 2000n }), signed({ fee: 5000n })]

    expect(decide(relayed, others, { gas })).toEqual({ kind: 'sign' })
    expect(decide({ ...relayed, fee: 1001n }, others, { gas })).toMatchObject({
      kind: 'refuse',
      why: 'FEE_LIMIT',
    })
  })

  test('are part of the fees of the day', () => {
    expect(decide(relayed, [signed({ fee: 9001n })], { gas })).toMatchObject({ why: 'FEE_LIMIT' })
  })

  test('are not paid without a limit', () => {
    const without = { ...gas, relayFeesPerDay: undefined }
    expect(decide(relayed, [], { gas: without })).toMatchObject({ why: 'NO_LIMIT' })
  })
})
