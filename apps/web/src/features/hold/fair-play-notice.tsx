import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatOwnMinute } from '@solstice/ui/programme-time.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { buttonClass } from '#/ui/button.tsx'
import { Notice } from '#/ui/notice.tsx'
import { holdsQuery } from './api.ts'
import { isActive } from './hold-view.ts'

/** Leads to the hold of the member's payouts; renders nothing without one. */
export function FairPlayNotice() {
  const { t } = useTranslation('freeze')
  const { data: holds = [] } = useQuery(holdsQuery())
  const hold = holds.find(isActive)
  if (!hold) return null
  return (
    <Notice
      title={t('fairPlay.title')}
      action={
        <Link
          to="/more/holds"
          search={{ hold: hold.holdId }}
          className={buttonClass('quiet', true)}
        >
          {t('fairPlay.action')}
        </Link>
      }
    >
      {t('fairPlay.text', { time: formatOwnMinute(hold.until) })}
    </Notice>
  )
}
