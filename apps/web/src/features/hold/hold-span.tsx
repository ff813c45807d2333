import { formatOwnMinute } from '@solstice/ui/programme-time.ts'
import { useNow } from '@solstice/ui/use-now.ts'
import { elapsedShare } from '#/lib/elapsed-share.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { TimeSpan } from '#/ui/time-span.tsx'
import type { Hold } from './api.ts'
import { spanOf } from './hold-view.ts'

/** Shows the longest time of a hold to scale. */
export function HoldSpan({ hold }: { hold: Hold }) {
  const { t } = useTranslation('hold')
  const nowMs = useNow()
  const span = spanOf(hold)
  return (
    <TimeSpan
      share={elapsedShare(span, nowMs)}
      now={t('now')}
      start={{ label: t('from'), time: formatOwnMinute(span.startMs) }}
      end={{ label: t('until'), time: formatOwnMinute(span.endMs) }}
    />
  )
}
