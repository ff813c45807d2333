import { formatNumber, formatPercent } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { PlotFrame } from '#/shell/plot.tsx'
import { Badge } from '#/ui/badge.tsx'
import { BarList } from '#/ui/plot/bar-list.tsx'
import text from '#/ui/text.module.css'
import type { Statistics } from './period.ts'

/** Below this probability the draws contradict the declared odds, and an alarm is raised. */
const SUSPICIOUS = 0.001

/** Compares the draws of the wheel with their declared odds. */
export function WheelFigure({ season: { seasonId, wheel } }: { season: Statistics }) {
  const { t } = useTranslation('dashboard')
  const { spins, prizes, test } = wheel
  const share = (count: number) => (spins === 0 ? 0 : (100 * count) / spins)
  const rounded = (value: number) => Math.round(value * 100) / 100
  return (
    <PlotFrame
      title={t('wheel')}
      beside={<Verdict p={test?.p} />}
      file={`season-${seasonId}-wheel`}
      values={{
        columns: [
          t('prize'),
          t('drawn'),
          t('expected'),
          t('observedPercent'),
          t('declaredPercent'),
        ],
        rows: prizes.map(({ xp, observed, expected, declaredPercent }) => [
          `${formatNumber(xp)} XP`,
          observed,
          rounded(expected),
          rounded(share(observed)),
          declaredPercent,
        ]),
      }}
    >
      <p className={`${text.small} ${text.soft}`}>
        {t('wheelNote', { spins: formatNumber(spins) })}
      </p>
      <BarList
        tone="violet"
        bars={prizes.map(({ xp, observed, expected, declaredPercent }) => ({
          label: formatNumber(xp),
          value: share(observed),
          reference: spins === 0 ? declaredPercent : share(expected),
          text: formatPercent(rounded(share(observed))),
          more: formatPercent(declaredPercent),
        }))}
      />
    </PlotFrame>
  )
}

function Verdict({ p }: { p: number | undefined }) {
  const { t } = useTranslation('dashboard')
  if (p === undefined) return <Badge tone="plain">{t('tooFewSpins')}</Badge>
  const shown = p < 0.001 ? '< 0.001' : `= ${Math.round(p * 1000) / 1000}`
  return p < SUSPICIOUS ? (
    <Badge tone="bad" icon="alert">
      {t('unfair', { p: shown })}
    </Badge>
  ) : (
    <Badge tone="ok" icon="check">
      {t('fair', { p: shown })}
    </Badge>
  )
}
