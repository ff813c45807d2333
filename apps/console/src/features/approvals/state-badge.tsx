import { useTranslation } from '#/lib/i18n.ts'
import { Badge } from '#/ui/badge.tsx'
import type { Tone } from '#/ui/badge.tsx'
import type { IconName } from '#/ui/icon.tsx'
import type { Approval } from './api.ts'

const LOOKS: Record<Approval['state'], { tone: Tone; icon: IconName }> = {
  WAITING: { tone: 'warn', icon: 'clock' },
  APPROVED: { tone: 'ok', icon: 'check' },
  DECLINED: { tone: 'bad', icon: 'close' },
  WITHDRAWN: { tone: 'plain', icon: 'back' },
  EXPIRED: { tone: 'plain', icon: 'clock' },
  OUTDATED: { tone: 'plain', icon: 'alert' },
}

export function StateBadge({ state }: { state: Approval['state'] }) {
  const { t } = useTranslation('approvals')
  const { tone, icon } = LOOKS[state]
  return (
    <Badge tone={tone} icon={icon}>
      {t(`states.${state}`)}
    </Badge>
  )
}
