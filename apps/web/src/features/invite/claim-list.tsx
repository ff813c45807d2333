import { formatAmount, formatNumber } from '#/lib/format.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { formatOwnMinute } from '#/lib/programme-time.ts'
import { Button } from '#/ui/button.tsx'
import { classNames } from '#/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { ProgressBar } from '#/ui/progress-bar.tsx'
import { Row, Rows, rowTextClass } from '#/ui/rows.tsx'
import text from '#/ui/text.module.css'
import type { Availability, InviteTerms } from './api.ts'
import styles from './claim-list.module.css'
import { useClaim } from './use-claim.ts'

/** What friends bring, how far each reward is, and why one cannot be taken now. */
export function ClaimList({
  terms,
  claims,
}: {
  terms: InviteTerms
  claims: readonly Availability[]
}) {
  const { claim, busy } = useClaim(terms)
  return (
    <Rows>
      {claims.map((each) => (
        <Row key={each.type}>
          <ClaimRow
            claim={each}
            terms={terms}
            isBusy={busy === each.type}
            onClaim={() => void claim(each.type)}
          />
        </Row>
      ))}
    </Rows>
  )
}

type ClaimRowProps = {
  claim: Availability
  terms: InviteTerms
  isBusy: boolean
  onClaim: () => void
}

function ClaimRow({ claim, terms, isBusy, onClaim }: ClaimRowProps) {
  const { t } = useTranslation('invite')
  const { type, progress, goal, available, claimed } = claim
  const worth = worthOf()
  return (
    <div className={classNames(rowTextClass, styles.row)}>
      <span className={styles.words}>
        <span className={text.strong}>{t(`claim.${type}.name`, { count: goal })}</span>
        <span className={classNames(text.small, text.soft, text.number)}>{noteOf()}</span>
        {type === 'TOTAL_INVITE' && !claimed && (
          <span className={styles.bar}>
            <ProgressBar value={goal === 0 ? 0 : progress / goal} />
          </span>
        )}
      </span>
      {available || isBusy ? (
        <Button look="quiet" isCompact isBusy={isBusy} onClick={onClaim}>
          {t('claim.take', { worth })}
        </Button>
      ) : (
        <span className={classNames(text.number, claimed ? text.soft : text.strong, styles.worth)}>
          {claimed && <Icon name="check" size={16} />}
          {worth}
        </span>
      )}
    </div>
  )

  /** While nothing can be claimed: what the next friend would bring. */
  function worthOf(): string {
    if (type !== 'REFERRAL') return t('xp', { xp: formatNumber(Number(claim.amount)) })
    const amount = available ? claim.amount : terms.referralReward
    const worth = `${formatAmount(amount)} ${terms.referralSymbol}`
    return available ? worth : t('claim.each', { worth })
  }

  function noteOf(): string {
    if (available) return t(`claim.${type}.ready`, { count: goal })
    if (claim.reason === 'WAITING' && claim.claimableAt !== null) {
      return t('claim.waitingUntil', { time: formatOwnMinute(claim.claimableAt), count: goal })
    }
    if (claim.reason === 'NOT_ENOUGH_INVITES' && type === 'TOTAL_INVITE') {
      return t('claim.progress', { progress, goal })
    }
    return claim.reason === null ? '' : t(`claim.no.${claim.reason}`)
  }
}
