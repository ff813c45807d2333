import { amountText } from '@solstice/rules/amount'
import { microsOf, STABLE_DECIMALS } from '@solstice/rules/approval'
import { changesBetween, type SubjectReader } from '#/modules/approval/approval-subject.service.ts'
import { capsFrom, lockCancellable, subjectOf, type ChainState } from './treasury.service.ts'
import { findCaps, findLanes, findSwitch } from './treasury.queries.ts'

export const readCancellation: SubjectReader<'payout.cancel', boolean> = async (
  tx,
  _ctx,
  { params, prepared },
) => {
  const payout = await lockCancellable(tx, params.payoutId, prepared === true)
  const micros = microsOf(payout.amount, payout.decimals)
  const { symbol } = payout
  return {
    subject: `payout:${payout.id}`,
    values: {
      payoutId: payout.id,
      userId: payout.memberId,
      purpose: payout.purpose,
      amount: amountText(payout.amount, payout.decimals),
      symbol,
    },
    counted: { kind: 'payout', amount: micros, unit: symbol, decimals: STABLE_DECIMALS },
    facts: (today) => ({ amount: { symbol, micros }, today }),
  }
}

/** Bound to the reason of the freeze: another freeze in the meantime makes it outdated. */
export const readUnfreezing: SubjectReader<'payout.unfreeze', ChainState> = async (
  tx,
  _ctx,
  { body, prepared },
) => {
  const { chainId } = body
  const { stoppedAt, stoppedFor } = await findSwitch(tx)
  const lane = (await findLanes(tx)).find((each) => each.chainId === chainId)
  const frozenAt = chainId === null ? stoppedAt : (lane?.frozenAt ?? null)
  const values = {
    chainId,
    frozenAt: frozenAt?.toISOString() ?? null,
    frozenFor: chainId === null ? stoppedFor : (lane?.frozenFor ?? null),
    adopt: body.adopt,
  }
  const onChain = prepared?.onChain
  return {
    subject: subjectOf(chainId),
    values,
    changes: body.adopt
      ? [{ field: 'nextNonce', before: lane?.nextNonce ?? null, after: onChain ?? null }]
      : [],
    facts: () => ({}),
  }
}

export const readCapsChange: SubjectReader<'payout.setCaps'> = async (
  tx,
  _ctx,
  { params, body },
) => {
  const before = await findCaps(tx, params.symbol)
  const after = capsFrom({ ...params, ...body })
  return {
    subject: `token:${params.symbol}`,
    values: { symbol: params.symbol },
    changes: changesBetween(before ?? {}, after),
    facts: () => ({ before, after }),
  }
}
