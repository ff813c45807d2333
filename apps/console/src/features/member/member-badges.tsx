import { useState } from 'react'
import { memberEndpoints } from '@solstice/contract/member.endpoints'
import { messageOf } from '@solstice/ui/api-error.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { useBusy } from '@solstice/ui/use-busy.ts'
import { call } from '#/lib/api.ts'
import { copyText } from '#/lib/copy-text.ts'
import { findTextOf, useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { showToast } from '#/lib/toast.ts'
import { Badge } from '#/ui/badge.tsx'
import { Icon } from '#/ui/icon.tsx'
import text from '#/ui/text.module.css'
import type { Member } from './api.ts'
import styles from './member-screen.module.css'

/** Shows who the member is: status, language, wallet and the masked email address. */
export function MemberBadges({ member }: { member: Member }) {
  const { t } = useTranslation('member')
  return (
    <div className={styles.badges}>
      <StatusBadge member={member} />
      <Badge>{findTextOf('member', `languages.${member.language}`) ?? member.language}</Badge>
      {member.walletAddress === null ? (
        <Badge icon="wallet">{t('noWallet')}</Badge>
      ) : (
        <Wallet address={member.walletAddress} />
      )}
      {member.deletedAt === null && <Email member={member} />}
    </div>
  )
}

function StatusBadge({ member: { status, deletedAt } }: { member: Member }) {
  const { t } = useTranslation('member')
  if (deletedAt !== null) {
    return (
      <Badge tone="bad" icon="close">
        {t('statuses.DELETED')}
      </Badge>
    )
  }
  return status === 'ACTIVE' ? (
    <Badge tone="ok" icon="check">
      {t('statuses.ACTIVE')}
    </Badge>
  ) : (
    <Badge tone={status === 'SUSPENDED' ? 'warn' : 'bad'} icon="stop">
      {t(`statuses.${status}`)}
    </Badge>
  )
}

function Wallet({ address }: { address: string }) {
  const { t } = useTranslation('member')
  const short = `${address.slice(0, 6)}…${address.slice(-4)}`
  return (
    <button
      type="button"
      className={styles.wallet}
      title={address}
      aria-label={t('copyWallet', { address: short })}
      onClick={() => void copyText(address, t('walletCopied'))}
    >
      <Icon name="wallet" />
      <span className={text.unbroken}>{short}</span>
      <Icon name="copy" />
    </button>
  )
}

/** The address is masked until it is asked for, and every such read is recorded. */
function Email({ member: { userId, email } }: { member: Member }) {
  const { t } = useTranslation('member')
  const may = useMay()
  const { isBusy, run } = useBusy()
  const [revealed, setRevealed] = useState<string>()

  function reveal() {
    void run(async () => {
      try {
        const data = await call(memberEndpoints['member.revealEmail'], { params: { userId } })
        setRevealed(data.email)
      } catch (error) {
        showToast(messageOf(error, t('revealFailed')))
      }
    })
  }

  return (
    <span className={classNames(text.small, text.soft, styles.email)}>
      <span>{revealed ?? email}</span>
      {revealed === undefined ? (
        may('member.revealEmail') && (
          <button
            type="button"
            className={classNames(text.link, styles.reveal)}
            title={t('revealNote')}
            aria-label={t('revealNamed')}
            aria-busy={isBusy || undefined}
            onClick={isBusy ? undefined : reveal}
          >
            {t('reveal')}
          </button>
        )
      ) : (
        <span className={text.faint} role="status">
          {t('revealed')}
        </span>
      )}
    </span>
  )
}
