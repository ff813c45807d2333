import { useQuery } from '@tanstack/react-query'
import { messageOf } from '@solstice/ui/api-error.ts'
import { formatNumber } from '@solstice/ui/format.ts'
import { useBusy } from '@solstice/ui/use-busy.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay } from '#/lib/me.ts'
import { queryClient } from '#/lib/query-client.ts'
import { formatMinute } from '#/lib/times.ts'
import { showToast } from '#/lib/toast.ts'
import { Button } from '#/ui/button.tsx'
import { Note } from '#/ui/note.tsx'
import { isRunning, verificationQuery, verifyFully } from './api.ts'
import styles from './audit-screen.module.css'
import { shortHash } from '#/lib/short-hash.ts'

/** Starts a verification of every entry; its progress is shown above the list. */
export function VerifyButton() {
  const { t } = useTranslation('audit')
  const may = useMay()
  const { isBusy, run } = useBusy()
  const { data } = useQuery({ ...verificationQuery, enabled: may('operator.verifyAudit') })

  async function verify() {
    try {
      const full = await verifyFully()
      queryClient.setQueryData(verificationQuery.queryKey, (old) => old && { ...old, full })
      await queryClient.invalidateQueries(verificationQuery)
    } catch (error) {
      showToast(messageOf(error, t('verifyFailed')))
    }
  }

  if (!may('operator.verifyAuditFully')) return null
  return (
    <Button icon="shield" isBusy={isBusy || isRunning(data)} onClick={() => void run(verify)}>
      {t('verify')}
    </Button>
  )
}

/** Tells whether the chain of entries is complete, or how far its verification has come. */
export function VerificationNote() {
  const { t } = useTranslation('audit')
  const may = useMay()
  const { data, error } = useQuery({ ...verificationQuery, enabled: may('operator.verifyAudit') })
  if (error) return <Note tone="bad">{messageOf(error, t('verifyFailed'))}</Note>
  if (!data) return null
  const { full, ok, count, firstBrokenId, lastHash } = data
  if (full && full.finishedAt === null) {
    return (
      <Note icon="shield" isLive>
        {t('verifying', {
          done: formatNumber(full.verifiedId),
          all: formatNumber(full.lastId),
        })}
        <progress
          className={styles.progress}
          value={full.verifiedId}
          max={full.lastId}
          aria-label={t('verify')}
        />
      </Note>
    )
  }
  const broken = firstBrokenId ?? full?.firstBrokenId ?? null
  if (!ok || broken !== null) {
    return (
      <Note tone="bad" isLive>
        <b>{t('broken')}</b> {t('brokenAt', { id: formatNumber(broken ?? 0) })}
      </Note>
    )
  }
  return (
    <Note tone="ok" icon="shield" isLive>
      <b>{t('complete')}</b>{' '}
      {full?.finishedAt
        ? t('verifiedAt', { count: formatNumber(count), time: formatMinute(full.finishedAt) })
        : t('verifiedNow', { count: formatNumber(count) })}{' '}
      <code>{shortHash(lastHash)}</code>
    </Note>
  )
}
