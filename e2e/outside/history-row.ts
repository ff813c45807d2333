/** A movement of an account, as both clients have to report it. */
export type Row = {
  hash: string
  direction: 'in' | 'out' | 'self'
  from: string
  to: string
  amount: bigint
  contract: string | null
  status: 'done' | 'failed'
  fee: bigint | undefined
  atMs: number
}

export const textOf = ({ hash, direction, from, to, amount, contract, status, fee, atMs }: Row) =>
  [hash, contract ?? '', direction, from, to, amount, status, fee ?? '', atMs]
    .map((cell) => String(cell).toLowerCase())
    .join(' ')

export function sumOf(rows: readonly Row[], contract: string | null): bigint {
  return rows.reduce((sum, row) => {
    const fee = contract === null ? (row.fee ?? 0n) : 0n
    if (row.contract !== contract || row.status === 'failed') return sum - fee
    const moved = { in: row.amount, out: -row.amount, self: 0n }[row.direction]
    return sum + moved - fee
  }, 0n)
}
