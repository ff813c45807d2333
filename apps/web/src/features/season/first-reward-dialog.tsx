import { Link } from '@tanstack/react-router'
import { formatShortAmount } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { Button, buttonClass } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Moment, MomentSun } from '#/ui/moment.tsx'
import text from '#/ui/text.module.css'
import styles from './first-reward-dialog.module.css'

type FirstRewardDialogProps = {
  round: number
  amount: string
  symbol: string
  onClose: () => void
}

export function FirstRewardDialog({ round, amount, symbol, onClose }: FirstRewardDialogProps) {
  const { t } = useTranslation('moment')
  return (
    <Moment
      title={t('reward.title')}
      picture={
        <MomentSun>
          <Coin />
        </MomentSun>
      }
      closeLabel={t('dismiss')}
      onClose={onClose}
      actions={
        <>
          <Link to="/wallet/" className={buttonClass('plain')} onClick={onClose}>
            {t('reward.wallet')}
          </Link>
          <Button variant="text" onClick={onClose}>
            {t('close')}
          </Button>
        </>
      }
    >
      <p className={classNames(text.display, styles.amount)}>
        +{formatShortAmount(amount)} {symbol}
      </p>
      <p className={text.soft}>{t('reward.text', { round })}</p>
    </Moment>
  )
}

/** Draws the sun above the horizon, as on the coin. */
function Coin() {
  return (
    <svg viewBox="0 0 120 84" width="112" height="80" fill="currentColor">
      <path d="M28 36a32 32 0 0 1 64 0z" />
      <rect x="4" y="34" width="112" height="11" rx="5.5" />
      <rect x="20" y="54" width="80" height="11" rx="5.5" />
      <rect x="40" y="73" width="40" height="11" rx="5.5" />
    </svg>
  )
}
