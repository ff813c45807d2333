import { WITHDRAWAL_PAUSE_MS } from '@solstice/rules/account'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '#/lib/i18n.ts'
import { formatOwnMinute } from '@solstice/ui/programme-time.ts'
import { useCountdown } from '#/lib/use-countdown.ts'
import { buttonClass } from '#/ui/button.tsx'
import { Notice } from '#/ui/notice.tsx'
import { holdQuery } from './api.ts'
import type { PayoutHold } from './api.ts'
import { timeLeft } from './time-left.ts'

/** Shows why and how long payouts are on hold; renders nothing otherwise. */
export function HoldNotice() {
  const { data: hold } = useQuery(holdQuery)
  return hold ? <Hold hold={hold} /> : null
}

function Hold({ hold }: { hold: PayoutHold }) {
  return hold.until === null ? <Frozen /> : <Paused reason={hold.reason} until={hold.until} />
}

function Frozen() {
  const { t } = useTranslation('freeze')
  return (
    <Notice
      title={t('hold.frozen')}
      action={
        <Link to="/more/unfreeze" className={buttonClass('quiet')}>
          {t('hold.toUnfreeze')}
        </Link>
      }
    >
      {t('hold.reason.FROZEN')}
    </Notice>
  )
}

/** Shows which event paused payouts and when, because a member who did not cause it has to act. */
export function Paused({ reason, until }: { reason: PayoutHold['reason']; until: string }) {
  const { t } = useTranslation('freeze')
  const leftMs = useCountdown(new Date(until).getTime())
  if (leftMs === 0) return null
  return (
    <Notice
      title={t('hold.paused', timeLeft(leftMs))}
      action={
        <Link to="/more/password-change" className={buttonClass('quiet', true)}>
          {t('hold.changePassword')}
        </Link>
      }
    >
      {t(`hold.reason.${reason}`, {
        time: formatOwnMinute(Date.parse(until) - WITHDRAWAL_PAUSE_MS),
      })}{' '}
      {t('hold.safe')} {t('hold.pausedUntil', { time: formatOwnMinute(until) })} {t('hold.notYou')}
    </Notice>
  )
}
