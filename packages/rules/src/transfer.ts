import type { Address } from './address.ts'

export type TransferCall = { to: Address; value: bigint; data: `0x${string}` }

const TRANSFER = '0xa9059cbb'
const word = (hex: string) => hex.padStart(64, '0')

/** A coin transfer goes to the payee directly; a token transfer calls the token contract. */
export function transferCall(of: {
  payee: Address
  /** Null for the network's native coin. */
  contract: Address | null
  amount: bigint
}): TransferCall {
  const { payee, contract, amount } = of
  if (contract === null) return { to: payee, value: amount, data: '0x' }
  const data =
    `${TRANSFER}${word(payee.slice(2).toLowerCase())}${word(amount.toString(16))}` as const
  return { to: contract, value: 0n, data }
}
