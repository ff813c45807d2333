import { checksumAddress } from '@solstice/rules/address'
import { queryOptions } from '@tanstack/react-query'
import { isSameAddress } from '#/features/wallet/address.ts'
import { vault } from '#/vault/vault.ts'
import type { DecodedTransaction } from '#/vault/vault.ts'
import { decodeTransfer } from './erc20.ts'
import type { FeeCeiling } from './fees.ts'
import type { Asset, Network } from './networks.ts'
import type { Sent } from './sent.ts'

/** A transfer decoded from its signed bytes. Storage can be edited, a signature cannot. */
export type SignedTransfer = FeeCeiling & {
  hash: string
  from: string
  nonce: number
  to: string
  amount: bigint
  asset: Pick<Asset, 'address' | 'decimals' | 'symbol' | 'priceUsd'>
  gas: bigint
}

type Expected = { network: Network; own: string; assets: readonly Asset[] }

/**
 * Decodes the signed bytes in storage. Returns null if they do not match this hash, wallet and
 * network, or are not a transfer of a known asset.
 */
export async function readSignedTransfer(
  { raw, hash }: Pick<Sent, 'raw' | 'hash'>,
  { network, own, assets }: Expected,
): Promise<SignedTransfer | null> {
  const signed = await vault.decodeSigned(raw)
  if (!signed || signed.hash !== hash || !isSameAddress(signed.from, own)) return null
  if (signed.chainId !== network.chainId) return null
  const call = readCall(signed, network, assets)
  if (!call) return null
  const { nonce, gas, maxFeePerGas, maxPriorityFeePerGas } = signed
  return { ...call, hash, from: own, nonce, gas, maxFeePerGas, maxPriorityFeePerGas }
}

function readCall(
  { to, value, data }: DecodedTransaction,
  network: Network,
  assets: readonly Asset[],
): Pick<SignedTransfer, 'to' | 'amount' | 'asset'> | undefined {
  const onChain = assets.filter(({ chainId }) => chainId === network.chainId)
  if (data === '0x') {
    const coin = onChain.find(({ address }) => address === null)
    const asset = coin ?? { ...network, address: null, priceUsd: null }
    return { to: checksumAddress(to), amount: value, asset }
  }
  const transfer = decodeTransfer(data)
  const asset = onChain.find(({ address }) => address !== null && isSameAddress(address, to))
  if (!transfer || !asset || value !== 0n) return undefined
  return { to: checksumAddress(transfer.to), amount: transfer.amount, asset }
}

export function signedTransferQuery(sent: Sent | undefined, expected: Expected) {
  const { network, own, assets } = expected
  return queryOptions({
    queryKey: ['signed-transfer', sent?.hash, sent?.raw, network.chainId, own, assets.length],
    queryFn: () => (sent ? readSignedTransfer(sent, expected) : null),
    enabled: sent !== undefined && assets.length > 0,
    networkMode: 'always',
    staleTime: Infinity,
    retry: false,
  })
}
