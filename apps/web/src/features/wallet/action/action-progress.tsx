import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from '#/lib/i18n.ts'
import type { PaymentProgress } from '#/lib/payment-progress.ts'
import { LiveSteps } from '#/shell/live-steps.tsx'
import { Button, buttonClass } from '#/ui/button.tsx'
import { Notice } from '#/ui/notice.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import type { StepState } from '#/ui/step-list.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import text from '#/ui/text.module.css'
import styles from './action.module.css'
import type { ActionParts } from './action-parts.ts'

type ActionProgressProps = ActionParts & {
  progress: PaymentProgress
  /** Set when the transaction can no longer happen. */
  signAgain: (() => void) | undefined
}

/** Follows the signed call and has the mission checked as soon as it is final. */
export function ActionProgress(props: ActionProgressProps) {
  const { t } = useTranslation(['review', 'wallet'])
  const { progress, signAgain, action, chainId, isClaiming } = props
  const { kind, hash, network } = progress
  const isFinal = kind === 'done'
  const claim = useEffectEvent(() => props.onFinal())
  useEffect(() => {
    if (isFinal) claim()
  }, [isFinal])

  const isUnsure = kind === 'unsure'
  const isDead = kind === 'failed' || kind === 'cancelled' || kind === 'replaced'
  const confirming: StepState = isUnsure || isDead ? 'later' : isFinal ? 'done' : 'now'
  return (
    <Screen
      header={<ScreenHeader back={props.back} title={props.title} />}
      dock={
        <>
          {isFinal && (
            <Button isBusy={isClaiming} onClick={props.onFinal}>
              {t('action.checkNow')}
            </Button>
          )}
          {isDead && signAgain && <Button onClick={signAgain}>{t('action.signAgain')}</Button>}
          <Link
            to="/wallet/history/$txId/"
            params={{ txId: hash }}
            search={{ chainId }}
            className={buttonClass('text')}
          >
            {t('wallet:send.details')}
          </Link>
        </>
      }
    >
      <div className={styles.progress}>
        <p className={classNames(text.soft)}>{action.effect}</p>
        {isUnsure && <Notice role="alert">{t('wallet:send.unsureText')}</Notice>}
        {(isDead || kind === 'failing') && <Notice role="alert">{t('action.failed')}</Notice>}
        {progress.wasReorged && <Notice role="alert">{t('wallet:detail.takenBack')}</Notice>}
        <LiveSteps
          steps={[
            { name: 'signed', state: 'done', label: t('wallet:send.steps.signed') },
            {
              name: 'sent',
              state: isUnsure ? 'now' : 'done',
              label: t('wallet:send.steps.sent', { network }),
            },
            {
              name: 'confirming',
              state: confirming,
              label:
                kind === 'confirming' || isFinal
                  ? t('wallet:send.steps.confirming', {
                      done: isFinal ? progress.needed : progress.confirmations,
                      needed: progress.needed,
                    })
                  : t('wallet:send.steps.waiting'),
            },
            {
              name: 'checked',
              state: isFinal && isClaiming ? 'now' : 'later',
              label: t('action.steps.checked'),
            },
          ]}
        />
        <p className={classNames(text.small, text.soft)}>{t('action.canLeave')}</p>
      </div>
    </Screen>
  )
}
