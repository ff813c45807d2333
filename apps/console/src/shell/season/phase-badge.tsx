import { useTranslation } from '#/lib/i18n.ts'
import { Badge } from '#/ui/badge.tsx'
import type { Tone } from '#/ui/badge.tsx'
import type { IconName } from '#/ui/icon.tsx'
import type { SeasonRow } from './season-queries.ts'

const LOOKS: Record<SeasonRow['phase'], { tone: Tone; icon?: IconName }> = {
  DRAFT: { tone: 'plain' },
  IN_REVIEW: { tone: 'accent', icon: 'people' },
  SCHEDULED: { tone: 'accent', icon: 'clock' },
  SUSPENDED: { tone: 'bad', icon: 'alert' },
  PUBLISHED: { tone: 'accent', icon: 'check' },
  RUNNING: { tone: 'ok', icon: 'play' },
  ENDED: { tone: 'plain' },
}

export function PhaseBadge({ season: { phase, paused } }: { season: SeasonRow }) {
  const { t } = useTranslation('seasons')
  if (paused) {
    return (
      <Badge tone="warn" icon="stop">
        {t('paused')}
      </Badge>
    )
  }
  return <Badge {...LOOKS[phase]}>{t(`phases.${phase}`)}</Badge>
}
