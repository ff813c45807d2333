import { checksumAddress } from '@solstice/rules/address'
import { queryOptions } from '@tanstack/react-query'
import type { Hex } from 'viem'
import { isSameAddress } from '#/features/wallet/address.ts'
import { vault } from '#/vault/vault.ts'
import type { DecodedTransaction } from '#/vault/vault.ts'
import { decodeTransfer } from './erc20.ts'
import type { FeeCeiling } from './fees.ts'
import type { Asset, Network } from './networks.ts'
import type { Sent } from './sent.ts'

/** A transaction decoded from its signed bytes. Storage can be edited, a signature cannot. */
export type SignedTransaction = FeeCeiling & {
  hash: string
  from: string
  nonce: number
  /** The recipient, also for a token transfer. */
  to: string
  amount: bigint
  /** The data of a call of a contract that is not a transfer of a known token. */
  data?: Hex
  asset: Pick<Asset, 'address' | 'decimals' | 'symbol' | 'priceUsd'>
  gas: bigint
}

type Expected = { network: Network; own: string; assets: readonly Asset[] }

/**
 * Decodes the signed bytes in storage. Returns null if they do not match this hash, wallet and
 * network.
 */
export async function readSignedTransaction(
  { raw, hash }: Pick<Sent, 'raw' | 'hash'>,
  { network, own, assets }: Expected,
): Promise<SignedTransaction | null> {
  const signed = await vault.decodeSigned(raw)
  if (!signed || signed.hash !== hash || !isSameAddress(signed.from, own)) return null
  if (signed.chainId !== network.chainId) return null
  const { nonce, gas, maxFeePerGas, maxPriorityFeePerGas } = signed
  const call = readCall(signed, network, assets)
  return { ...call, hash, from: own, nonce, gas, maxFeePerGas, maxPriorityFeePerGas }
}

function readCall(
  { to, value, data }: DecodedTransaction,
  network: Network,
  assets: readonly Asset[],
): Pick<SignedTransaction, 'to' | 'amount' | 'asset' | 'data'> {
  const onChain = assets.filter(({ chainId }) => chainId === network.chainId)
  const transfer = decodeTransfer(data)
  const token = onChain.find(({ address }) => address !== null && isSameAddress(address, to))
  if (transfer && token && value === 0n) {
    return { to: checksumAddress(transfer.to), amount: transfer.amount, asset: token }
  }
  const coin = onChain.find(({ address }) => address === null)
  const asset = coin ?? { ...network, address: null, priceUsd: null }
  const sent = { to: checksumAddress(to), amount: value, asset }
  return data === '0x' ? sent : { ...sent, data }
}

export function signedTransactionQuery(sent: Sent | undefined, expected: Expected) {
  const { network, own, assets } = expected
  return queryOptions({
    queryKey: ['signed-transaction', sent?.hash, sent?.raw, network.chainId, own, assets.length],
    queryFn: () => (sent ? readSignedTransaction(sent, expected) : null),
    enabled: sent !== undefined && assets.length > 0,
    networkMode: 'always',
    staleTime: Infinity,
    retry: false,
  })
}
