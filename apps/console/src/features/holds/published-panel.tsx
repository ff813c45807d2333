import { useQuery } from '@tanstack/react-query'
import { holdEndpoints } from '@solstice/contract/hold.endpoints'
import { classNames } from '@solstice/ui/class-names.ts'
import { formatNumber } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatMonth } from '#/lib/times.ts'
import { Empty, Loaded } from '#/shell/loaded.tsx'
import { PlotFrame } from '#/shell/plot.tsx'
import { BarList } from '#/ui/plot/bar-list.tsx'
import { Panel } from '#/ui/panel.tsx'
import text from '#/ui/text.module.css'
import { publishedQuery } from './api.ts'
import type { Published } from './api.ts'

const COLUMNS = ['held', 'released', 'upheld', 'lapsed', 'appealed', 'reversed'] as const

/** Shows the numbers that everybody can read, so that operators see what members see. */
export function PublishedPanel() {
  const { t } = useTranslation('holds')
  const query = useQuery(publishedQuery)
  return (
    <Panel title={t('published.title')}>
      <Loaded query={query} endpoint={holdEndpoints['hold.figures']} failed={t('published.failed')}>
        {(data) => <Months data={data} />}
      </Loaded>
    </Panel>
  )
}

function Months({ data: { months, open, lastAppeals } }: { data: Published }) {
  const { t } = useTranslation('holds')
  const shown = months.filter((month) => COLUMNS.some((name) => month[name] > 0))
  if (shown.length === 0) return <Empty message={t('published.none')} />
  return (
    <>
      <p>
        {t('published.sentence', {
          open: formatNumber(open),
          answered: formatNumber(lastAppeals.answered),
          reversed: formatNumber(lastAppeals.reversed),
        })}
      </p>
      <PlotFrame
        title={t('published.months')}
        file="holds-per-month"
        values={{
          columns: [t('published.month'), ...COLUMNS.map((name) => t(`published.${name}`))],
          rows: shown.map((month) => [month.month, ...COLUMNS.map((name) => month[name])]),
        }}
      >
        <BarList
          bars={shown.map((month) => ({
            label: formatMonth(`${month.month}-15T12:00:00Z`),
            value: month.held,
            text: formatNumber(month.held),
            more: t('published.ofThem', { reversed: formatNumber(month.reversed) }),
          }))}
        />
      </PlotFrame>
      <p className={classNames(text.small, text.faint)}>{t('published.note')}</p>
    </>
  )
}
