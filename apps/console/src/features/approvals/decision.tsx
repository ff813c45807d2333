import { useState } from 'react'
import { serverNow } from '@solstice/ui/time.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useMe } from '#/lib/me.ts'
import { shortHash } from '#/lib/short-hash.ts'
import { formatWeekdayMinute } from '#/lib/times.ts'
import { showToast } from '#/lib/toast.ts'
import { approvalTitle, fieldName, valueText } from '#/shell/approval-title.ts'
import { Confirm } from '#/shell/confirm.tsx'
import { Button } from '#/ui/button.tsx'
import { Note } from '#/ui/note.tsx'
import { Panel } from '#/ui/panel.tsx'
import { approve, decline, noteDecision, withdraw } from './api.ts'
import type { Approval } from './api.ts'
import styles from './approval-screen.module.css'
import { beforeText } from './before-text.ts'
import { signApproval } from './sign-approval.ts'

type Factor = ReturnType<typeof useMe>['factors'][number]
type Asking = 'approve' | 'decline' | 'withdraw'

/**
 * Offers the decisions that the caller may take now, and says why there is none. An open dialog
 * stays with what was typed, even if another person decides meanwhile; the server then refuses.
 */
export function Decision({ approval }: { approval: Approval }) {
  const { t } = useTranslation('approvals')
  const { factors } = useMe()
  const [asking, setAsking] = useState<Asking>()
  const { approvalId, bodyHash, challenge, can, needsPasskey, solo, state } = approval

  const isTrusted = ({ approvesFrom }: Factor) => Date.parse(approvesFrom) <= serverNow()
  const passkeys = factors.filter(({ kind }) => kind === 'PASSKEY')
  const hasPasskey = passkeys.some(isTrusted)
  // A passkey that is too new leaves the authenticator app, except for money.
  const usable = needsPasskey ? passkeys : factors
  const canConfirm = usable.some(isTrusted)
  const trustedFrom = usable.map(({ approvesFrom }) => approvesFrom).toSorted()[0]
  const waitsAlone = solo !== null && Date.parse(solo.confirmableAt) > serverNow()
  const title = approvalTitle(approval)
  const effect = approval.changes.map(
    (change) =>
      [
        fieldName(change.field),
        t('fromTo', {
          before: beforeText(change),
          after: valueText(change.field, change.after),
        }),
      ] as const,
  )
  const done = (decided: Approval) => {
    setAsking(undefined)
    noteDecision(decided)
    showToast(t(`states.${decided.state}`))
  }

  const signed = (
    <Note tone="accent">
      <b>{t('passkeyTitle')}</b> {t('passkeyNote')}
      <br />
      <code className={styles.hash}>
        {approvalId} · {shortHash(bodyHash)}
      </code>
    </Note>
  )

  return (
    <>
      {state === 'WAITING' && (
        <Panel title={t('decision')}>
          {solo && (
            <Note tone={waitsAlone ? 'warn' : 'accent'} icon="people">
              {waitsAlone
                ? t('soloWait', { time: formatWeekdayMinute(solo.confirmableAt) })
                : t('soloReady')}
            </Note>
          )}
          {can.approve && !canConfirm && (
            <Note tone="warn">
              {trustedFrom === undefined
                ? t('passkeyNeeded')
                : t('factorTooNew', { time: formatWeekdayMinute(trustedFrom) })}
            </Note>
          )}
          {can.approve && hasPasskey && signed}
          {can.approve && (
            <Button
              tone="primary"
              size="large"
              icon="key"
              disabled={!canConfirm}
              onClick={() => setAsking('approve')}
            >
              {t('approve')}
            </Button>
          )}
          {can.decline && (
            <Button size="large" onClick={() => setAsking('decline')}>
              {t('decline')}
            </Button>
          )}
          {can.withdraw && (
            <Button size="large" tone="risk" onClick={() => setAsking('withdraw')}>
              {t('withdraw')}
            </Button>
          )}
          {!can.approve && !can.decline && !can.withdraw && <p>{t('notYours')}</p>}
        </Panel>
      )}
      {asking === 'approve' && (
        <Confirm
          level="C4"
          isApproval
          hasNoReason
          title={t('approveTitle', { title })}
          action={t('approve')}
          icon="key"
          effect={effect}
          note={t('runsAtOnce')}
          fields={() => hasPasskey && signed}
          run={async ({ idempotencyKey }) => {
            const assertion = hasPasskey ? await signApproval(challenge) : undefined
            return approve(
              approvalId,
              { bodyHash, ...(assertion && { assertion }) },
              idempotencyKey,
            )
          }}
          onDone={done}
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking === 'decline' && (
        <Confirm
          level="C2"
          title={t('declineTitle', { title })}
          action={t('declineAction')}
          isDanger
          effect={effect}
          run={({ reason, idempotencyKey }) => decline(approvalId, reason, idempotencyKey)}
          onDone={done}
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking === 'withdraw' && (
        <Confirm
          level="C1"
          title={t('withdrawTitle', { title })}
          action={t('withdraw')}
          isDanger
          effect={effect}
          run={({ idempotencyKey }) => withdraw(approvalId, idempotencyKey)}
          onDone={done}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  )
}
