import type { ReactNode } from 'react'
import { formatNumber, formatPercent } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Table } from '#/ui/table.tsx'
import table from '#/ui/table.module.css'

export type FigureRow = {
  key: string
  name: ReactNode
  before: number | undefined
  after: number | undefined
}

/** Lists numbers before and after, with the change in percent of the number before. */
export function FigureTable({ label, rows }: { label: string; rows: readonly FigureRow[] }) {
  const { t } = useTranslation('compare')
  return (
    <Table
      label={label}
      columns={[t('field'), { right: t('before') }, { right: t('after') }, { right: t('change') }]}
    >
      {rows.map(({ key, name, before, after }) => (
        <tr key={key}>
          <td>{name}</td>
          <td className={table.right}>{figureText(before)}</td>
          <td className={table.right}>{figureText(after)}</td>
          <td className={table.right}>{percentText(before, after)}</td>
        </tr>
      ))}
    </Table>
  )
}

const figureText = (value: number | undefined) => (value === undefined ? '–' : formatNumber(value))

/** Formats `+12.5%` or `−8%`; a dash where there is no number to compare with. */
function percentText(before: number | undefined, after: number | undefined): string {
  if (before === undefined || after === undefined || before === 0) return '–'
  const percent = Math.round(((after - before) / before) * 1000) / 10
  return percent < 0 ? `\u2212${formatPercent(-percent)}` : `+${formatPercent(percent)}`
}
