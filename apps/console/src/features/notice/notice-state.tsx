import { serverNow } from '@solstice/ui/time.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Badge } from '#/ui/badge.tsx'
import { stateOfNotice } from './filter.ts'

const LOOKS = {
  SCHEDULED: { tone: 'accent', icon: 'clock' },
  PUBLISHED: { tone: 'ok', icon: 'check' },
  WITHDRAWN: { tone: 'plain', icon: 'close' },
} as const

export function NoticeStateBadge({
  notice,
}: {
  notice: { publishedAt: string; withdrawnAt: string | null }
}) {
  const { t } = useTranslation('notice')
  const state = stateOfNotice(notice, serverNow())
  return <Badge {...LOOKS[state]}>{t(`states.${state}`)}</Badge>
}
