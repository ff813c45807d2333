import { formatNumber } from '@solstice/ui/format.ts'
import { currentLanguage } from '@solstice/ui/language.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { PlotFrame } from '#/shell/plot.tsx'
import { BarList } from '#/ui/plot/bar-list.tsx'
import text from '#/ui/text.module.css'
import type { Statistics } from './period.ts'

/** Shows how many members are in each tier, and how many the simulation expects by this day. */
export function TiersFigure({
  season: { seasonId, tiers, today, totalDays },
}: {
  season: Statistics
}) {
  const { t } = useTranslation('dashboard')
  const language = currentLanguage()
  return (
    <PlotFrame
      title={t('tiers')}
      file={`season-${seasonId}-tiers`}
      values={{
        columns: [t('tier'), t('members'), t('simulated')],
        rows: tiers.map(({ name, members, planned }) => [name[language], members, planned]),
      }}
    >
      <p className={`${text.small} ${text.soft}`}>{t('tiersNote', { day: today ?? totalDays })}</p>
      <BarList
        tone="amber"
        bars={tiers.map(({ name, members, planned }) => ({
          label: name[language],
          value: members,
          reference: planned,
          text: formatNumber(members),
          more: formatNumber(planned),
        }))}
      />
    </PlotFrame>
  )
}
