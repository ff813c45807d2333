import { Link } from '@tanstack/react-router'
import { useTranslation } from '#/lib/i18n.ts'
import { buttonClass } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { cardClass } from '#/ui/card.tsx'
import text from '#/ui/text.module.css'
import styles from './wallet-card.module.css'

/**
 * Invites a member without a wallet to create one; the highlighted action of this screen stays
 * today's check-in.
 */
export function WalletCard() {
  const { t } = useTranslation('home')
  return (
    <Link to="/wallet/create/" className={classNames(cardClass, styles.card)}>
      <span className={styles.text}>
        <span className={text.title}>{t('wallet.title')}</span>
        <span className={text.soft}>{t('wallet.text')}</span>
      </span>
      <Horizon />
      <span className={styles.action}>
        <span className={buttonClass('quiet', true)}>{t('wallet.action')}</span>
      </span>
    </Link>
  )
}

function Horizon() {
  return (
    <svg className={styles.horizon} viewBox="0 0 140 120" fill="none" aria-hidden="true">
      <g stroke="#fff" strokeWidth="1.5" strokeLinecap="round">
        <path d="M14 84a56 56 0 0 1 112 0" strokeOpacity=".3" strokeDasharray="1 7" />
        <path d="M0 84h140" strokeOpacity=".4" />
        <path d="M46 95h48M56 105h28" strokeOpacity=".25" />
      </g>
      <path d="M42 84a28 28 0 0 1 56 0z" fill="#3a2f72" />
      <path d="M42 84a28 28 0 0 1 56 0z" stroke="#c0bbd8" strokeWidth="1.5" />
      <path
        d="M70 62v6M61 78a9 9 0 0 1 18 0"
        stroke="#c0bbd8"
        strokeWidth="1.5"
        strokeLinecap="round"
      />
    </svg>
  )
}
