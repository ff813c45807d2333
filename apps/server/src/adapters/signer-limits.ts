import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { LocalNetwork } from '@solstice/devnet/genesis'
import { normaliseAddress } from '@solstice/rules/address'
import { unitsOf } from '@solstice/rules/amount'
import { NATIVE_DECIMALS } from '@solstice/rules/network'
import { signerRelayFees } from '@solstice/rules/relay'
import { tokenText } from '@solstice/rules/round'
import { SettingsError } from '#/platform/process/env.ts'

const GWEI_DECIMALS = 9
/** The fraction of the daily fees for refunds (one in this many), unless the file sets it. */
const REFUND_SHARE = 4n

/** Parses an amount in whole units into the smallest unit. */
const units = (text: string, decimals: number, context: z.RefinementCtx): bigint => {
  const found = unitsOf(text, decimals)
  if (found !== undefined && found > 0n) return found
  context.addIssue({
    code: 'custom',
    message: `${text} is not an amount above 0 with at most ${decimals} decimals`,
  })
  return 0n
}

const tokenSchema = z
  .strictObject({
    /** Null is the network's own coin. */
    contract: z.string().nullable(),
    decimals: z.int().min(0).max(36),
    perPayout: z.string(),
    perDestination: z.string(),
    perDay: z.string(),
    refundsPerDay: z.string(),
    /** Without it no distributor of this token is deployed or funded. */
    distributor: z.strictObject({ perFunding: z.string(), fundingPerDay: z.string() }).optional(),
  })
  .transform(({ contract, decimals, distributor, ...texts }, context) => {
    const address = contract === null ? null : normaliseAddress(contract)
    if (address === undefined) {
      context.addIssue({ code: 'custom', message: `${contract} is not an address` })
      return z.NEVER
    }
    const of = (text: string) => units(text, decimals, context)
    if (distributor && address === null) {
      context.addIssue({ code: 'custom', message: 'a coin has no distributor' })
    }
    return {
      contract: address?.toLowerCase() ?? null,
      perPayout: of(texts.perPayout),
      perDestination: of(texts.perDestination),
      perDay: of(texts.perDay),
      refundsPerDay: of(texts.refundsPerDay),
      ...(distributor && {
        distributor: {
          perFunding: of(distributor.perFunding),
          fundingPerDay: of(distributor.fundingPerDay),
        },
      }),
    }
  })
  .refine(isOrdered, 'perPayout must be at most perDestination, and perDestination at most perDay')
  .refine(
    ({ distributor, perDay }) =>
      !distributor ||
      (distributor.perFunding <= distributor.fundingPerDay && distributor.fundingPerDay <= perDay),
    'perFunding must be at most fundingPerDay, and fundingPerDay at most perDay',
  )

/** A limit that another one makes meaningless is a typing error. */
function isOrdered(token: { perPayout: bigint; perDestination: bigint; perDay: bigint }): boolean {
  return token.perPayout <= token.perDestination && token.perDestination <= token.perDay
}

const chainSchema = z
  .strictObject({
    chainId: z.int().positive(),
    maxGas: z.int().positive(),
    /** For calls of the programme's contracts; without it none is called. */
    maxCallGas: z.int().positive().optional(),
    maxFeeGwei: z.string(),
    /** In whole coins. */
    feesPerDay: z.string(),
    /** The part of it for refunds; a quarter by default. */
    refundFeesPerDay: z.string().optional(),
    /** The part of the other fees for sends of members; without it none is relayed. */
    relayFeesPerDay: z.string().optional(),
    tokens: z
      .array(tokenSchema)
      .refine(
        (tokens) => new Set(tokens.map(({ contract }) => contract)).size === tokens.length,
        'a token is listed twice',
      ),
  })
  .transform((chain, context) => {
    const {
      maxGas,
      maxCallGas,
      maxFeeGwei,
      feesPerDay,
      refundFeesPerDay,
      relayFeesPerDay,
      ...rest
    } = chain
    const fees = units(feesPerDay, NATIVE_DECIMALS, context)
    return {
      ...rest,
      maxGas: BigInt(maxGas),
      ...(maxCallGas !== undefined && { maxCallGas: BigInt(maxCallGas) }),
      maxFeePerGas: units(maxFeeGwei, GWEI_DECIMALS, context),
      feesPerDay: fees,
      refundFeesPerDay:
        refundFeesPerDay === undefined
          ? fees / REFUND_SHARE
          : units(refundFeesPerDay, NATIVE_DECIMALS, context),
      ...(relayFeesPerDay !== undefined && {
        relayFeesPerDay: units(relayFeesPerDay, NATIVE_DECIMALS, context),
      }),
    }
  })
  .refine(
    (chain) => chain.refundFeesPerDay < chain.feesPerDay,
    'refundFeesPerDay must be below feesPerDay',
  )
  .refine(
    ({ relayFeesPerDay = 0n, feesPerDay, refundFeesPerDay }) =>
      relayFeesPerDay < feesPerDay - refundFeesPerDay,
    'relayFeesPerDay must leave fees for payouts',
  )

const fileSchema = z
  .array(chainSchema)
  .refine(
    (chains) => new Set(chains.map(({ chainId }) => chainId)).size === chains.length,
    'a chain is listed twice',
  )

export type SignerLimits = z.output<typeof fileSchema>

/**
 * Reads the hard limits of the setting SIGNER_LIMITS; docs/signer-limits.example.json is an
 * example.
 */
export async function readSignerLimits(path: string): Promise<SignerLimits> {
  try {
    return fileSchema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : String(error)
    throw new SettingsError([`SIGNER_LIMITS: ${path} cannot be used: ${why}`])
  }
}

/**
 * Throws if the limits refuse sends that the budget of the servers (RELAY_FEES_PER_DAY) accepts: these
 * would expire, although their members were told that the fee is paid. Without a budget to compare with,
 * no chain may have a limit.
 */
export function checkRelayLimits(
  limits: SignerLimits,
  budgets: ReadonlyMap<number, bigint> | undefined,
): void {
  const limitOf = new Map(limits.map((chain) => [chain.chainId, chain.relayFeesPerDay]))
  const coins = (units: bigint) => tokenText(units, NATIVE_DECIMALS)
  const problems = Array.from(budgets ?? [], ([chainId, budget]) => {
    const [limit = 0n, least] = [limitOf.get(chainId), signerRelayFees(budget)]
    return limit < least
      ? `SIGNER_LIMITS: relayFeesPerDay of chain ${chainId} is ${coins(limit)}, but RELAY_FEES_PER_DAY allows ${coins(budget)} and needs at least ${coins(least)}`
      : []
  }).flat()
  const isLimited = limits.some(({ relayFeesPerDay }) => relayFeesPerDay !== undefined)
  if (budgets === undefined && isLimited) {
    problems.push('RELAY_FEES_PER_DAY is required with relayFeesPerDay: the value of the servers')
  }
  if (problems.length > 0) throw new SettingsError(problems)
}

/** Limits for test funds: enough for development, and still limits. */
const LOCAL = { perPayout: '10000', perDestination: '20000', perDay: '100000' }

const LOCAL_DISTRIBUTOR = { perFunding: '10000', fundingPerDay: '50000' }

export function localSignerLimits(networks: readonly LocalNetwork[]): SignerLimits {
  const tokenOf = (contract: string | null, decimals: number) => ({
    contract,
    decimals,
    ...LOCAL,
    refundsPerDay: LOCAL.perDay,
    ...(contract !== null && { distributor: LOCAL_DISTRIBUTOR }),
  })
  return fileSchema.parse(
    networks.map(({ chainId, token }) => ({
      chainId,
      maxGas: 1_000_000,
      maxCallGas: 15_000_000,
      maxFeeGwei: '10000',
      feesPerDay: '100',
      relayFeesPerDay: '10',
      tokens: [tokenOf(null, NATIVE_DECIMALS), tokenOf(token.address, token.decimals)],
    })),
  )
}
