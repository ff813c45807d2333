import { useNow } from '@solstice/ui/use-now.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useSpanText } from '#/shell/span-text.ts'
import { Badge } from '#/ui/badge.tsx'
import type { Tone } from '#/ui/badge.tsx'
import type { IconName } from '#/ui/icon.tsx'
import { ageTone, waitedMs } from './age.ts'
import type { HoldRow } from './hold-queries.ts'

const LOOKS: Record<HoldRow['state'], { tone: Tone; icon: IconName }> = {
  OPEN: { tone: 'warn', icon: 'clock' },
  UPHELD: { tone: 'bad', icon: 'stop' },
  RELEASED: { tone: 'ok', icon: 'check' },
  LAPSED: { tone: 'ok', icon: 'check' },
}

export function StateBadge({ state }: Pick<HoldRow, 'state'>) {
  const { t } = useTranslation('holds')
  return <Badge {...LOOKS[state]}>{t(`states.${state}`)}</Badge>
}

/** Says how long the member waits for a decision: amber after a day, red after two. */
export function AgeBadge({ hold }: { hold: HoldRow }) {
  const { t } = useTranslation('holds')
  const now = useNow()
  const spanText = useSpanText()
  const ms = waitedMs(hold, now)
  if (ms === undefined) return null
  const tone = ageTone(ms)
  return (
    <Badge tone={tone} {...(tone !== 'plain' && { icon: 'alert' })}>
      {t(hold.appealedAt === null ? 'waits' : 'appealWaits', { span: spanText(ms) })}
    </Badge>
  )
}
