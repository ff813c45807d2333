import type { CallData, CallInput } from '@solstice/contract/wire'
import type { Operator } from '#/modules/operator/operator.service.ts'
import { countCall } from '#/platform/books/limits.ts'
import type { AppContext } from '#/platform/process/context.ts'

const UNREACHABLE: CallData<'seasonPlan.tryProof'> = {
  outcome: 'UNREACHABLE',
  units: null,
  transactions: null,
}

/**
 * Reads the chain for any address, as the proof of a mission does. A chain that cannot be reached
 * is an outcome, because the draft is not wrong.
 */
export async function tryProof(
  ctx: Pick<AppContext, 'db' | 'now' | 'keys' | 'settings' | 'metrics' | 'onChainProofs' | 'log'>,
  by: Operator,
  { chainId, address, check }: CallInput<'seasonPlan.tryProof'>['body'],
): Promise<CallData<'seasonPlan.tryProof'>> {
  await countCall(ctx, ['proofTestsPerOperator'], { operator: String(by.operatorId) })
  const parsedCheck =
    check.kind === 'HOLDS' ? { ...check, minUnits: BigInt(check.minUnits) } : check
  try {
    const reading = await ctx.onChainProofs.read(chainId, address, parsedCheck)
    return {
      outcome: reading.fulfilled ? 'FULFILLED' : 'UNFULFILLED',
      units: reading.kind === 'HOLDS' ? reading.units.toString() : null,
      transactions: reading.kind === 'CALLED' ? reading.transactions : null,
    }
  } catch (error) {
    ctx.log.warn({ err: error, chainId }, 'On-chain proof test failed')
    return UNREACHABLE
  }
}
