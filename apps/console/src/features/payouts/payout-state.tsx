import { classNames } from '@solstice/ui/class-names.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatMinute } from '#/lib/times.ts'
import { Badge } from '#/ui/badge.tsx'
import type { Tone } from '#/ui/badge.tsx'
import type { IconName } from '#/ui/icon.tsx'
import text from '#/ui/text.module.css'
import type { Payout } from './api.ts'
import { useHoldWords } from './hold-words.ts'

const LOOKS: Record<Payout['state'], { tone: Tone; icon: IconName }> = {
  QUEUED: { tone: 'plain', icon: 'clock' },
  RESERVED: { tone: 'accent', icon: 'next' },
  SENT: { tone: 'accent', icon: 'next' },
  CONFIRMED: { tone: 'ok', icon: 'check' },
  FAILED: { tone: 'bad', icon: 'alert' },
}

/** Shows the state of a payout; the reason and the end of a hold stand beside it. */
export function PayoutState({
  payout: { state, heldFor, notBefore },
}: {
  payout: Pick<Payout, 'state' | 'heldFor' | 'notBefore'>
}) {
  const { t } = useTranslation('payouts')
  const { nameOf } = useHoldWords()
  const { tone, icon } = LOOKS[state]
  if (heldFor === null) {
    return (
      <Badge tone={tone} icon={icon}>
        {t(`member:payouts.states.${state}`)}
      </Badge>
    )
  }
  return (
    <>
      <Badge tone="warn" icon="clock">
        {t('member:payouts.held')}
      </Badge>{' '}
      <span className={classNames(text.small, text.soft)}>
        {nameOf(heldFor)}
        {notBefore !== null && t('member:payouts.until', { time: formatMinute(notBefore) })}
      </span>
    </>
  )
}
