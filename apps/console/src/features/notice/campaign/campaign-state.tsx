import { useTranslation } from '#/lib/i18n.ts'
import { Badge } from '#/ui/badge.tsx'
import type { Campaign } from '#/features/notice/api.ts'

const LOOKS = {
  WAITING: { tone: 'accent', icon: 'clock' },
  SENDING: { tone: 'warn', icon: 'play' },
  DONE: { tone: 'ok', icon: 'check' },
  CANCELLED: { tone: 'plain', icon: 'stop' },
} as const

export function CampaignStateBadge({ state }: { state: Campaign['state'] }) {
  const { t } = useTranslation('campaign')
  return <Badge {...LOOKS[state]}>{t(`states.${state}`)}</Badge>
}
