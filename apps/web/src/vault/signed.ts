import { recoverTransactionAddress } from 'viem'
import { keccak256, parseTransaction } from 'viem/utils'
import type { DecodedTransaction } from './protocol.ts'

/** Decodes a signed EIP-1559 transaction and its signer; null for any other text. */
export async function decodeSigned(raw: string): Promise<DecodedTransaction | null> {
  if (!/^0x02[0-9a-f]+$/.test(raw)) return null
  const serializedTransaction = raw as `0x02${string}` // Matched above.
  try {
    const from = await recoverTransactionAddress({ serializedTransaction })
    const { chainId, nonce = 0, to, ...rest } = parseTransaction(serializedTransaction)
    const { value = 0n, data = '0x', gas = 0n, ...fees } = rest
    const { maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = fees
    if (!to) return null
    const call = { chainId, nonce, to, value, data, gas, maxFeePerGas, maxPriorityFeePerGas }
    return { ...call, from, hash: keccak256(serializedTransaction) }
  } catch {
    return null
  }
}
