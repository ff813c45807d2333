import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { approvalEndpoints } from '@solstice/contract/approval.endpoints'
import type { CallData } from '@solstice/contract/wire'
import { useNow } from '@solstice/ui/use-now.ts'
import { call } from '#/lib/api.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMay, useMe } from '#/lib/me.ts'
import { formatWeekdayMinute } from '#/lib/times.ts'
import { showToast } from '#/lib/toast.ts'
import { Button } from '#/ui/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import { approvalTitle } from './approval-title.ts'
import { Confirm } from './confirm.tsx'
import { readProposals } from './read-proposals.ts'
import styles from './solo-banner.module.css'
import { useSpanText } from './span-text.ts'
import { todayQuery } from './today-query.ts'

type Solo = CallData<'operator.today'>['solo'][number]

/**
 * Warns on every page while one person is about to confirm an action without a second one. The
 * person who asked for it can cancel it here.
 */
export function SoloBanner() {
  const may = useMay()
  const { data } = useQuery({ ...todayQuery, enabled: may('operator.today') })
  // An open dialog stays, even if the proposal is decided meanwhile; the server then refuses.
  const [cancelled, setCancelled] = useState<Solo>()
  return (
    <>
      {data?.solo.map((proposal) => (
        <Banner key={proposal.approvalId} proposal={proposal} onCancel={setCancelled} />
      ))}
      {cancelled && <CancelDialog proposal={cancelled} onClose={() => setCancelled(undefined)} />}
    </>
  )
}

type BannerProps = { proposal: Solo; onCancel: (proposal: Solo) => void }

function Banner({ proposal, onCancel }: BannerProps) {
  const { t } = useTranslation('solo')
  const now = useNow()
  const spanText = useSpanText()
  const me = useMe()
  const { approvalId, requestedBy, confirmer, confirmableAt } = proposal
  const leftMs = Date.parse(confirmableAt) - now
  const title = approvalTitle(proposal)
  const isMine = confirmer.operatorId === me.operatorId
  return (
    <div className={styles.banner} role="status">
      <Icon name="stop" size={20} />
      <p className={styles.text}>
        <b>{isMine ? t('yours', { title }) : t('others', { name: confirmer.name, title })}</b>{' '}
        {leftMs > 0
          ? t('from', { time: formatWeekdayMinute(confirmableAt), left: spanText(leftMs) })
          : t('ready')}
      </p>
      <div className={styles.buttons}>
        {requestedBy.operatorId === me.operatorId && (
          <Button
            size="small"
            aria-label={t('cancelNamed', { id: approvalId })}
            onClick={() => onCancel(proposal)}
          >
            {t('cancel')}
          </Button>
        )}
        <Link
          to="/approvals/$approvalId"
          params={{ approvalId: String(approvalId) }}
          className={styles.open}
          aria-label={t('openNamed', { id: approvalId })}
        >
          {t('open')}
        </Link>
      </div>
    </div>
  )
}

function CancelDialog({ proposal, onClose }: { proposal: Solo; onClose: () => void }) {
  const { t } = useTranslation('solo')
  const { approvalId } = proposal
  return (
    <Confirm
      level="C1"
      isDanger
      title={t('cancelTitle', { id: approvalId })}
      action={t('cancelAction')}
      effect={[[t('what'), approvalTitle(proposal)]]}
      run={({ idempotencyKey }) =>
        call(
          approvalEndpoints['approval.withdraw'],
          { params: { approvalId }, body: {} },
          { idempotencyKey },
        )
      }
      onDone={() => {
        onClose()
        readProposals()
        showToast(t('cancelled', { id: approvalId }))
      }}
      onClose={onClose}
    />
  )
}
