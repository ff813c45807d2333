import type { Address } from './address.ts'

export type TransferCall = { to: Address; value: bigint; data: `0x${string}` }

const TRANSFER = '0xa9059cbb'
const word = (hex: string) => hex.padStart(64, '0')

/** The coin is sent to the payee itself; a token contract is told to move the sender's tokens. */
export function transferCall(of: {
  payee: Address
  /** Null is the network's own coin. */
  contract: Address | null
  amount: bigint
}): TransferCall {
  const { payee, contract, amount } = of
  if (contract === null) return { to: payee, value: amount, data: '0x' }
  const data =
    `${TRANSFER}${word(payee.slice(2).toLowerCase())}${word(amount.toString(16))}` as const
  return { to: contract, value: 0n, data }
}
