import { z } from 'zod'
import { normaliseAddress } from '@solstice/rules/address'
import { unitsOf } from '@solstice/rules/amount'
import { NATIVE_DECIMALS } from '@solstice/rules/network'

const PART = /^(\d{1,15}):(\d{1,9}(?:\.\d{1,18})?)$/

/** Fees per day by chain in whole coins, such as `1:0.05,56:0.2`; 0 relays nothing. */
const relayFees = z.string().transform((text, context) => {
  const fees = new Map<number, bigint>()
  if (text === '0') return fees
  for (const part of text.split(',')) {
    const [, chain, coins = ''] = PART.exec(part.trim()) ?? []
    const units = unitsOf(coins, NATIVE_DECIMALS)
    if (chain === undefined || units === undefined || units === 0n || fees.has(Number(chain))) {
      context.addIssue({
        code: 'custom',
        message: 'expected chains with coins, as in 1:0.05,56:0.2',
      })
      return z.NEVER
    }
    fees.set(Number(chain), units)
  }
  return fees
})

export const treasuryVariables = {
  TREASURY_ADDRESS: z
    .string()
    .transform((text) => normaliseAddress(text))
    .refine((address) => address !== undefined, 'expected an address: 0x and 40 hex digits')
    .optional(),
  TREASURY_KEY: z
    .string()
    .regex(/^0x[0-9a-fA-F]{64}$/, 'expected 0x and 64 hex digits')
    .transform((text) => text as `0x${string}`) // The pattern guarantees it.
    .optional(),
  RELAY_FEES_PER_DAY: relayFees.optional(),
}

/** Test coins cost nothing, so development relays sends on the local chains. */
const LOCAL_FEES: ReadonlyMap<number, bigint> = new Map([
  [31_337, 10n ** 18n],
  [31_338, 10n ** 18n],
])

export const defaultRelayFees = (production: boolean): ReadonlyMap<number, bigint> =>
  production ? new Map() : LOCAL_FEES
