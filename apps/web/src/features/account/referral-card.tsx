import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import { showToast } from '#/lib/toast.ts'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { Sheet } from '#/ui/sheet.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import text from '#/ui/text.module.css'
import { referralQuery } from './api.ts'
import { InviteHistory } from './invite-history.tsx'
import styles from './referral-card.module.css'
import { copyText, shareInvitation } from '#/lib/share.ts'

/** Shows the member's referral code, to copy and to share. */
export function ReferralCard() {
  const { t } = useTranslation('more')
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const { data, isError, fetchStatus, isFetching, refetch } = useQuery(referralQuery)

  async function copy(code: string): Promise<void> {
    const isCopied = await copyText(code)
    showToast(t(isCopied ? 'referral.copied' : 'referral.copyFailed'), {
      tone: isCopied ? 'done' : 'attention',
    })
  }

  async function share(code: string): Promise<void> {
    const outcome = await shareInvitation(code, t('referral.invitation'))
    if (outcome === 'copied') showToast(t('referral.linkCopied'), { tone: 'done' })
    if (outcome === 'failed') showToast(t('referral.copyFailed'), { tone: 'attention' })
  }

  return (
    <Card>
      <h2 className={classNames(text.small, text.soft)}>{t('referral.title')}</h2>
      {!data && (isError || fetchStatus === 'paused') ? (
        <div className={styles.failed} role="alert">
          <p className={text.soft}>{t('referral.loadFailed')}</p>
          <Button variant="quiet" isCompact isBusy={isFetching} onClick={() => void refetch()}>
            {t('retry')}
          </Button>
        </div>
      ) : (
        <>
          <p className={classNames(text.headline, styles.code)}>
            {data ? data.referralCode : <Skeleton width="9.5rem" height="2.25rem" />}
          </p>
          {data && data.inviteCount > 0 ? (
            <button type="button" className={styles.invited} onClick={() => setHistoryOpen(true)}>
              {t('referral.invited', { count: data.inviteCount })}
            </button>
          ) : (
            <p className={classNames(text.small, text.faint)}>
              {data ? t('referral.invited', { count: 0 }) : '\u00a0'}
            </p>
          )}
          <div className={styles.actions}>
            <Button
              variant="quiet"
              isCompact
              disabled={!data}
              onClick={() => data && void copy(data.referralCode)}
            >
              <Icon name="copy" size={20} />
              {t('referral.copy')}
            </Button>
            <Button
              variant="quiet"
              isCompact
              disabled={!data}
              onClick={() => data && void share(data.referralCode)}
            >
              <Icon name="share" size={20} />
              {t('referral.share')}
            </Button>
          </div>
        </>
      )}
      <Sheet
        isOpen={isHistoryOpen}
        onClose={() => setHistoryOpen(false)}
        title={t('referral.history')}
      >
        {isHistoryOpen && <InviteHistory />}
      </Sheet>
    </Card>
  )
}
