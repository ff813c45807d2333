import { useState } from 'react'
import { messageOf } from '@solstice/ui/api-error.ts'
import { formatNumber } from '@solstice/ui/format.ts'
import { formatCsv } from '#/lib/csv.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import { downloadFile } from '#/shell/season/plan-file.ts'
import { Button } from '#/ui/button.tsx'
import { readWholeQueue } from './api.ts'
import type { Refund } from './api.ts'
import type { RefundsFilter } from './filter.ts'

/** The columns have the names of the call, so that a sheet reads the same in both languages. */
const COLUMNS = [
  'refundId',
  'userId',
  'nickname',
  'type',
  'state',
  'outcome',
  'orderId',
  'product',
  'quantity',
  'amount',
  'symbol',
  'expectedOutcome',
  'claimedBy',
  'requestedAt',
  'decidedAt',
] as const satisfies readonly (keyof Refund)[]

/** Saves all rows of the filter, and shows how many have arrived. */
export function CsvButton({ filter }: { filter: RefundsFilter }) {
  const { t } = useTranslation('refunds')
  const [rows, setRows] = useState<number>()

  async function save() {
    setRows(0)
    try {
      const list = await readWholeQueue(filter, setRows)
      const cells = list.map((refund) => COLUMNS.map((name) => String(refund[name] ?? '')))
      downloadFile('refunds.csv', formatCsv([COLUMNS, ...cells]), 'text/csv')
    } catch (error) {
      showToast(messageOf(error, t('csvFailed')))
    } finally {
      setRows(undefined)
    }
  }

  return (
    <Button
      size="small"
      tone="plain"
      icon="download"
      isBusy={rows !== undefined}
      onClick={() => void save()}
    >
      {rows === undefined ? t('csv') : t('csvRows', { count: rows, text: formatNumber(rows) })}
    </Button>
  )
}
