import { amountText } from '@solstice/rules/amount'
import type { Network } from '#/features/wallet/chain/networks.ts'
import type { Translate } from '#/lib/texts.ts'
import { csvText } from './csv.ts'
import type { WholeRow } from './whole-activity.ts'

type Naming = {
  networks: readonly Network[]
  /** Returns the name in the address book. */
  nameOf: (address: string) => string | undefined
  t: Translate<'wallet-reach'>
}

const COLUMNS = [
  'time',
  'network',
  'type',
  'status',
  'amount',
  'asset',
  'from',
  'fromName',
  'to',
  'toName',
  'fee',
  'feeAsset',
  'contract',
  'hash',
] as const

/** Writes amounts without rounding and without separators, and times in UTC. */
export function activityCsv(rows: readonly WholeRow[], { networks, nameOf, t }: Naming): string {
  const header = COLUMNS.map((column) => t(`columns.${column}`))
  return csvText([header, ...rows.map(cellsOf)])

  function cellsOf(row: WholeRow): string[] {
    const network = networks.find(({ chainId }) => chainId === row.chainId)
    const { fee } = row
    const cells: Record<(typeof COLUMNS)[number], string> = {
      time: new Date(row.atMs).toISOString(),
      network: network?.name ?? String(row.chainId),
      type: t(`types.${row.direction}`),
      status: t(`states.${row.status}`),
      amount: amountText(row.amount, row.decimals),
      asset: row.symbol,
      from: row.from,
      fromName: nameOf(row.from) ?? '',
      to: row.to,
      toName: nameOf(row.to) ?? '',
      fee: fee === undefined ? '' : amountText(fee, network?.decimals ?? 18),
      feeAsset: fee === undefined ? '' : (network?.symbol ?? ''),
      contract: row.contract ?? '',
      hash: row.hash,
    }
    return COLUMNS.map((column) => cells[column])
  }
}
