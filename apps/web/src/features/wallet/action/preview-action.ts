import { numberToHex } from 'viem'
import type { Hex } from 'viem'
import { readBalance } from '#/features/wallet/chain/assets.ts'
import { readFees } from '#/features/wallet/chain/fees.ts'
import type { Fees } from '#/features/wallet/chain/fees.ts'
import type { Network } from '#/features/wallet/chain/networks.ts'
import { RpcError } from '#/features/wallet/chain/rpc-error.ts'
import { asHex, expectChain, nodeOf } from '#/features/wallet/chain/rpc.ts'
import { explainTransaction } from '#/features/wallet/review/explain-transaction.ts'
import type {
  ListedAsset,
  TransactionExplanation,
} from '#/features/wallet/review/explain-transaction.ts'

export type ActionCall = { network: Network; from: string; to: string; value: bigint; data: Hex }

export type ActionPreview = {
  explanation: TransactionExplanation
  fees: Fees
  gas: bigint
  coinBefore: bigint
}

const GAS_MARGIN_PERCENT = 120n

export async function previewAction(
  { network, from, to, value, data }: ActionCall,
  assets: readonly ListedAsset[],
): Promise<ActionPreview> {
  await expectChain(network)
  const call = { from: asHex(from), to: asHex(to), value: numberToHex(value), data }
  const [explained, fees, coinBefore, estimate] = await Promise.all([
    explainTransaction(network, { from, to, value, data }, assets),
    readFees(network),
    readBalance(network, from, null),
    nodeOf(network)
      .request({ method: 'eth_estimateGas', params: [call] })
      .catch((cause: unknown) => {
        if (cause instanceof RpcError && cause.problem === 'refused') return cause
        throw cause
      }),
  ])
  const isRefused = estimate instanceof RpcError
  // Without gas the transaction could not be included, whatever the simulation says.
  const explanation = isRefused ? failing(explained, estimate.detail) : explained
  const gas = isRefused ? 0n : (BigInt(estimate) * GAS_MARGIN_PERCENT) / 100n
  return { explanation, fees, coinBefore, gas }
}

function failing(explained: TransactionExplanation, reason: string): TransactionExplanation {
  if (explained.outcome.kind === 'fails') return explained
  return { ...explained, outcome: { kind: 'fails', reason }, changes: [], approvals: [] }
}
