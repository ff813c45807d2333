import { useTranslation } from '#/lib/i18n.ts'
import { PlotFrame } from '#/shell/plot.tsx'
import { BarList } from '#/ui/plot/bar-list.tsx'
import type { Statement } from './api.ts'
import { formatExact } from './exact-amount.ts'
import { kindName, unitName } from './unit-name.ts'

/** Shows what members received in the month of the asset with the most postings, by kind. */
export function MovementPlot({ statement }: { statement: Statement }) {
  const { t } = useTranslation('books')
  const ofMembers = statement.groups.flatMap((group) =>
    group.accounts
      .filter(({ account, movements }) => account === 'MEMBERS' && movements.length > 0)
      .map(({ movements }) => ({ group, movements })),
  )
  const count = ({ movements }: (typeof ofMembers)[number]) =>
    movements.reduce((sum, { postings }) => sum + postings, 0)
  const [largest] = ofMembers.toSorted((one, other) => count(other) - count(one))
  if (!largest) return null
  const { group, movements } = largest
  const title = t('received', { name: unitName(group, t) })
  const rows = movements
    .map(({ kind, credited, debited }) => ({ kind, credited, debited }))
    .toSorted((one, other) => Number(other.credited) - Number(one.credited))
  return (
    <PlotFrame
      title={title}
      file={`statement-${statement.month}-${group.asset.toLowerCase()}`}
      values={{
        columns: [t('kind'), t('credited'), t('debited')],
        rows: rows.map(({ kind, credited, debited }) => [
          kindName(kind, t),
          Number(credited),
          Number(debited),
        ]),
      }}
    >
      <BarList
        bars={rows.map(({ kind, credited, debited }) => ({
          label: kindName(kind, t),
          value: Number(credited),
          text: formatExact(credited),
          ...(debited !== '0' && { more: t('lessDebited', { amount: formatExact(debited) }) }),
        }))}
      />
    </PlotFrame>
  )
}
