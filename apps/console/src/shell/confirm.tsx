import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { classNames } from '@solstice/ui/class-names.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { plainText } from '#/lib/plain-text.ts'
import { reasonProblem } from '#/lib/reason.ts'
import { Button, buttonClass } from '#/ui/button.tsx'
import { Dialog } from '#/ui/dialog.tsx'
import { Facts } from '#/ui/facts.tsx'
import type { Fact } from '#/ui/facts.tsx'
import { Field } from '#/ui/field.tsx'
import type { IconName } from '#/ui/icon.tsx'
import { Note } from '#/ui/note.tsx'
import text from '#/ui/text.module.css'
import styles from './confirm.module.css'
import { StepUp } from './step-up.tsx'
import { useConfirmation } from './use-confirmation.ts'
import type { Confirmed } from './use-confirmation.ts'

/**
 * C1 shows the effect in figures. C2 adds a reason and typing the name or amount. C3 adds step-up,
 * and C4 a second person. C0 has no dialog: the action runs, and a toast offers to undo it.
 */
export type Level = 'C1' | 'C2' | 'C3' | 'C4'

type ConfirmProps<Result> = {
  level: Level
  title: string
  /** Names the action, such as "Pay back 5 USDS". */
  action: string
  icon?: IconName
  isDanger?: boolean
  effect: readonly Fact[]
  note?: ReactNode
  /** The person is the second one, so the action waits for nobody else. */
  isApproval?: boolean
  /** The call stores no reason, so none is asked for. */
  hasNoReason?: boolean
  typed?: { label: string; expected: string }
  /** Further fields of the action, which show their problems once the person has tried to confirm. */
  fields?: (isChecked: boolean) => ReactNode
  /** False while one of the further fields is invalid. */
  isReady?: boolean
  run: (confirmed: Confirmed) => Promise<Result>
  onDone: (result: Result) => void
  onClose: () => void
}

/** Asks before an action, and stays open until the server has answered. */
export function Confirm<Result>(props: ConfirmProps<Result>) {
  const { level, title, action, isDanger, effect, note, typed, fields, isReady = true } = props
  const { t } = useTranslation('confirm')
  const [reason, setReason] = useState('')
  const [typedText, setTypedText] = useState('')
  const [isChecked, setChecked] = useState(false)
  const { state, send } = useConfirmation(props.run, props.onDone)

  const asksReason = level !== 'C1' && !props.hasNoReason
  const problem = asksReason ? reasonProblem(reason) : undefined
  const isTyped = typed === undefined || plainText(typedText) === plainText(typed.expected)
  const isSending = state.kind === 'sending'
  // The same key must repeat the same request, so nothing changes before an answer.
  const isLocked = isSending || state.kind === 'unanswered'

  function submit() {
    setChecked(true)
    if (problem || !isTyped || !isReady || state.kind === 'pending') return
    send(reason.trim())
  }

  if (state.kind === 'pending') {
    return (
      <Dialog
        title={t('pendingTitle', { id: state.approvalId })}
        level={level}
        step={state.kind}
        onClose={props.onClose}
        actions={
          <>
            <Button tone="plain" onClick={props.onClose}>
              {t('common:close')}
            </Button>
            <Link
              to="/approvals/$approvalId"
              params={{ approvalId: String(state.approvalId) }}
              className={buttonClass('primary')}
            >
              {t('openProposal', { id: state.approvalId })}
            </Link>
          </>
        }
      >
        <Note tone="accent" icon="people" isLive>
          {t('pending', { id: state.approvalId })}
        </Note>
      </Dialog>
    )
  }

  if (state.kind === 'step-up') {
    return (
      <Dialog
        title={title}
        level={level}
        step={state.kind}
        onClose={props.onClose}
        actions={
          <Button tone="plain" onClick={props.onClose}>
            {t('common:cancel')}
          </Button>
        }
      >
        <Facts facts={effect} look="boxed" />
        <StepUp needsPasskey={state.needsPasskey} onDone={() => send(reason.trim())} />
      </Dialog>
    )
  }

  return (
    <Dialog
      title={title}
      level={level}
      step={isLocked ? 'locked' : 'form'}
      onClose={props.onClose}
      onSubmit={submit}
      // Money and rights are never confirmed by a shortcut.
      hasShortcut={level === 'C1' || level === 'C2'}
      actions={
        <>
          <Button tone="plain" onClick={props.onClose}>
            {t('common:cancel')}
          </Button>
          <Button
            tone={isDanger ? 'danger' : 'primary'}
            {...(props.icon && { icon: props.icon })}
            isSubmit
            isBusy={isSending}
          >
            {state.kind === 'unanswered' ? t('askAgain') : action}
          </Button>
        </>
      }
    >
      {effect.length > 0 && <Facts facts={effect} look="boxed" />}
      {note && <div className={classNames(text.soft, styles.note)}>{note}</div>}
      <fieldset className={styles.fields} disabled={isLocked}>
        {fields?.(isChecked)}
        {asksReason && (
          <Field
            label={t('reason')}
            value={reason}
            onValue={setReason}
            help={t('reasonHelp')}
            problem={isChecked && problem ? t(`reasonProblem.${problem}`) : undefined}
          />
        )}
        {typed && (
          <Field
            label={typed.label}
            value={typedText}
            onValue={setTypedText}
            autoComplete="off"
            problem={
              isChecked && !isTyped ? t('typedProblem', { text: typed.expected }) : undefined
            }
          />
        )}
      </fieldset>
      {level === 'C4' && !props.isApproval && <Note icon="people">{t('secondPerson')}</Note>}
      {state.kind === 'unanswered' && (
        <Note tone="warn" isLive>
          {t('unanswered')}
        </Note>
      )}
      {state.kind === 'refused' && (
        <Note tone="bad" isLive>
          {state.message} <code>{state.trace}</code>
        </Note>
      )}
    </Dialog>
  )
}
