import type { Transaction, TransactionReceipt } from 'viem'
import { isSameAddress } from '#/features/wallet/address.ts'
import { transfersIn } from './erc20.ts'
import type { Asset, Network } from './networks.ts'

/** A coin or token that a transaction moved. */
export type Movement = {
  from: string
  to: string
  amount: bigint
  decimals: number
  symbol: string
  /** The token's address; null for a network's own coin. */
  contract: string | null
}

/** Lists the movements of the coin and of known tokens in a mined transaction. */
export function movementsIn(
  transaction: Pick<Transaction, 'from' | 'to' | 'value'>,
  receipt: Pick<TransactionReceipt, 'status' | 'logs'>,
  { network, assets }: { network: Network; assets: readonly Asset[] },
): Movement[] {
  if (receipt.status !== 'success') return []
  const coin = {
    from: transaction.from,
    to: transaction.to ?? '',
    amount: transaction.value,
    decimals: network.decimals,
    symbol: network.symbol,
    contract: null,
  }
  const tokens = transfersIn(receipt.logs).flatMap(({ contract, ...moved }) => {
    const token = assets.find(
      ({ chainId, address }) =>
        chainId === network.chainId && address !== null && isSameAddress(address, contract),
    )
    return token
      ? [{ ...moved, decimals: token.decimals, symbol: token.symbol, contract: token.address }]
      : []
  })
  return [coin, ...tokens].filter(({ amount }) => amount > 0n)
}

/**
 * Identifies a movement in the URL of its screen, because explorers do not number the rows of a
 * transaction.
 */
export function movementKey({ contract, from, to, amount }: Movement): string {
  return [contract ?? 'coin', from, to, amount].join('_').toLowerCase()
}

/** Returns the wallet's movements with the selected one first. */
export function ownMovements(
  movements: readonly Movement[],
  own: string,
  selectedKey: string | undefined,
): Movement[] {
  const mine = movements.filter(
    ({ from, to }) => isSameAddress(from, own) || isSameAddress(to, own),
  )
  const at = Math.max(
    0,
    mine.findIndex((movement) => movementKey(movement) === selectedKey),
  )
  return [...mine.slice(at, at + 1), ...mine.slice(0, at), ...mine.slice(at + 1)]
}
