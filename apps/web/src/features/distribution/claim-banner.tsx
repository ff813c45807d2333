import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatAmount } from '@solstice/ui/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import text from '#/ui/text.module.css'
import { claimsQuery } from './api.ts'
import styles from './claim-banner.module.css'
import { phaseOf, shownClaim } from './claim-phase.ts'

/** Leads to rewards that are ready or on their way; renders nothing otherwise. */
export function ClaimBanner() {
  const { t } = useTranslation('claims')
  const { data } = useQuery(claimsQuery())
  const claim = data && shownClaim(data)
  const phase = claim && phaseOf(claim)
  if (!claim || phase === 'paid' || phase === undefined) return null
  const amount = formatAmount(phase === 'ready' ? claim.ready : claim.claiming)
  return (
    <Link to="/rewards/claims/" className={styles.banner}>
      <span className={styles.coin} aria-hidden="true" />
      <span className={styles.text}>
        <span className={classNames(text.strong, text.number)}>
          {t(`banner.${phase}`, { amount, symbol: claim.symbol })}
        </span>
        <span className={classNames(text.small, text.soft)}>{t(`banner.${phase}Text`)}</span>
      </span>
      <Icon name="next" size={20} />
    </Link>
  )
}
