import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { buttonClass } from '#/ui/button.tsx'
import type { Explanation } from './api.ts'

/** Returns the button that leads to the next chance; null if the member can only wait. */
export function useNextAction(explanation: Explanation | undefined): ReactNode {
  const { t } = useTranslation('why')
  if (explanation?.outcome === 'FROZEN') {
    return (
      <Link to="/more/unfreeze" className={buttonClass('lit')}>
        {t('action.unfreeze')}
      </Link>
    )
  }
  if (explanation?.outcome === 'FAIR_PLAY') {
    return (
      <Link to="/more/holds" className={buttonClass('lit')}>
        {t('action.hold')}
      </Link>
    )
  }
  if (explanation?.outcome === 'PAUSED') {
    return (
      <Link to="/more/password-change" className={buttonClass('quiet')}>
        {t('action.password')}
      </Link>
    )
  }
  switch (explanation?.next?.kind) {
    case 'WALLET':
      return (
        <Link to="/wallet/create/" className={buttonClass('lit')}>
          {t('action.wallet')}
        </Link>
      )
    case 'SETTINGS':
      return (
        <Link to="/rewards/alert-setting/" className={buttonClass('lit')}>
          {t('action.settings')}
        </Link>
      )
    case 'MISSION': {
      const { seasonId, entryId } = explanation
      if (seasonId === null || entryId.startsWith('mission:')) return null
      return (
        <Link
          to="/rewards/dashboard/$seasonId/"
          params={{ seasonId }}
          className={buttonClass('lit')}
        >
          {t('action.missions')}
        </Link>
      )
    }
    case 'TIME':
    case 'ROUND':
    case 'FRIEND':
    case 'SUPPORT':
    case undefined:
      return null
  }
}
