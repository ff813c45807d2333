import type { PinPurpose } from '@solstice/contract/pin-purpose'
import { useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from '#/lib/i18n.ts'
import { Button } from '#/ui/button.tsx'
import { Icon } from '#/ui/icon.tsx'
import { useRestoreFocus } from '@solstice/ui/restore-focus.ts'
import { iconButtonClass } from '#/ui/screen.tsx'
import { ForgotWalletPin } from './forgot-wallet-pin.tsx'
import { PinPanel } from './pin-panel.tsx'
import type { OnPinKey, RetiredPin, VerifiedPin } from './pin-entry.ts'
import styles from './pin-prompt.module.css'
import { usePinEntry } from './use-pin-entry.ts'

/** Additional explanations for the PIN prompt, by purpose. */
const REASONS = {
  PASSWORD_CHANGE: 'prompt.passwordChange',
  ACCOUNT_DELETE: 'prompt.accountDelete',
  WALLET_USE: 'prompt.walletUse',
  WALLET_REGISTER: 'prompt.walletRegister',
  WALLET_DISCONNECT: 'prompt.walletDisconnect',
  WALLET_REMOVE: 'prompt.walletRemove',
  BOOKMARK_CHANGE: 'prompt.bookmarkChange',
  PASSKEY_ADD: 'prompt.passkeyAdd',
  PASSKEY_REMOVE: 'prompt.passkeyRemove',
  PAYOUT_UNFREEZE: 'prompt.payoutUnfreeze',
  DATA_EXPORT: 'prompt.dataExport',
} as const satisfies Partial<Record<PinPurpose, string>>

type PinPromptProps = {
  purpose: PinPurpose
  /** Set to prompt for a PIN before the current one. */
  retired?: readonly RetiredPin[] | undefined
  /** The prompt nevertheless calls it the member's PIN. */
  isCurrent?: boolean | undefined
  /** It opens a wallet that was set aside, and may be the current PIN or an earlier one. */
  isOld?: boolean | undefined
  onKey?: OnPinKey | undefined
  /**
   * Opens the alternatives to the PIN; when it is undefined, the prompt lists the remaining ones
   * itself.
   */
  onForgot?: (() => void) | undefined
  onResult: (entered: VerifiedPin | undefined) => void
  onLocked: (cause: unknown) => void
  onNotSet: () => void
}

/** Covers the screen until the PIN is right or the member cancels. */
export function PinPrompt(props: PinPromptProps) {
  const { purpose, retired, isCurrent, isOld, onKey, onResult, onLocked, onNotSet, onForgot } =
    props
  const { t } = useTranslation(['pin', 'common'])
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const [isForgotShown, setForgotShown] = useState(false)
  const ends = {
    onKey,
    onVerified: onResult,
    onLocked: (cause: unknown) => {
      onResult(undefined)
      onLocked(cause)
    },
    onNotSet: () => {
      onResult(undefined)
      onNotSet()
    },
  }
  const entry = usePinEntry(purpose, ends, retired)
  const isPrevious = retired !== undefined && !isCurrent && !isOld
  const reason = isOld
    ? 'prompt.oldWallet'
    : purpose in REASONS
      ? REASONS[purpose as keyof typeof REASONS]
      : 'prompt.text'

  useRestoreFocus(ref)
  useEffect(() => {
    const dialog = ref.current
    if (!dialog || dialog.open) return
    dialog.showModal()
    // Focuses the heading, so that screen readers read the question before the cancel button.
    dialog.querySelector('h1')?.focus()
  }, [])

  /** Focuses the heading here too, because the pressed button is gone. */
  function showForgot(isShown: boolean): void {
    flushSync(() => setForgotShown(isShown))
    ref.current?.querySelector('h1')?.focus()
  }

  return (
    <dialog
      ref={ref}
      className={styles.prompt}
      aria-labelledby={titleId}
      onClose={() => onResult(undefined)}
    >
      <div className={styles.column}>
        <div className={styles.bar}>
          <button
            type="button"
            className={iconButtonClass}
            aria-label={t('common:close')}
            onClick={() => onResult(undefined)}
          >
            <Icon name="close" />
          </button>
        </div>
        {isForgotShown ? (
          <ForgotWalletPin titleId={titleId} onTryAgain={() => showForgot(false)} />
        ) : (
          <PinPanel
            titleId={titleId}
            title={t(isPrevious ? 'prompt.previousTitle' : 'prompt.title')}
            {...entry}
            footer={
              <Button variant="text" onClick={onForgot ?? (() => showForgot(true))}>
                {t('forgot.title')}
              </Button>
            }
          >
            {t(isPrevious ? 'prompt.previousText' : reason)}
          </PinPanel>
        )}
      </div>
    </dialog>
  )
}
