import { formatNumber } from '@solstice/ui/format.ts'
import { currentLanguage } from '@solstice/ui/language.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { PlotFrame } from '#/shell/plot.tsx'
import { BarList } from '#/ui/plot/bar-list.tsx'
import text from '#/ui/text.module.css'
import type { Statistics } from './period.ts'

const MOST = 8

/** Shows the missions that members complete most often, with what is left of limited ones. */
export function MissionsFigure({ season: { seasonId, missions } }: { season: Statistics }) {
  const { t } = useTranslation('dashboard')
  const language = currentLanguage()
  const sorted = missions.toSorted((one, other) => other.completions - one.completions)
  return (
    <PlotFrame
      title={t('missions')}
      file={`season-${seasonId}-missions`}
      values={{
        columns: [t('mission'), t('completions'), 'XP', t('left')],
        rows: sorted.map(({ missionId, title, completions, xp, left }) => [
          `${missionId} ${title[language]}`,
          completions,
          xp,
          left,
        ]),
      }}
    >
      {sorted.every(({ completions }) => completions === 0) ? (
        <p className={text.soft}>{t('noMissions')}</p>
      ) : (
        <BarList
          bars={sorted.slice(0, MOST).map(({ title, completions, left }) => ({
            label: title[language],
            value: completions,
            text: formatNumber(completions),
            more: left === null ? '' : t('leftCount', { count: formatNumber(left) }),
          }))}
        />
      )}
    </PlotFrame>
  )
}
