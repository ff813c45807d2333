import { Code } from '@solstice/contract/codes'
import { useTranslation } from '#/lib/i18n.ts'
import { codeOf, messageOf } from '@solstice/ui/api-error.ts'
import { useDismissOnOpen } from '#/lib/intent.ts'
import type { Intent } from '#/lib/intent.ts'
import { Cancelled, useAction } from '#/lib/use-action.ts'
import { UnconfirmedNotice } from '#/shell/unconfirmed-notice.tsx'
import { Button } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import text from '#/ui/text.module.css'
import { deleteAccount } from './api.ts'
import styles from './delete-account.module.css'
import { useDeletion } from './deletion.ts'
import { ForfeitNotice } from './forfeited-assets.tsx'
import type { ForfeitedAssets } from './forfeited-assets.tsx'

const INTENT: Intent = ['deletion']

type DeleteConfirmScreenProps = {
  back: { label: string; onPress: () => void }
  email: string
  forfeited: ForfeitedAssets | undefined
  promptForPin: () => Promise<string | undefined>
  onKeep: () => void
  onDeleted: () => void
  onLogIn: () => void
}

export function DeleteConfirmScreen(props: DeleteConfirmScreenProps) {
  const { t } = useTranslation('account')
  useDismissOnOpen(INTENT)
  const { run, isBusy, isUnconfirmed } = useAction({
    call: removeWithFreshPin,
    intent: INTENT,
    texts: { failed: (error) => messageOf(error, t('delete.failed')) },
    onDone: (reRegisterAfter) => {
      useDeletion.setState({ reRegisterAfter })
      props.onDeleted()
    },
  })

  async function remove(pinToken: string): Promise<string> {
    const { reason, reasonText } = useDeletion.getState()
    if (!reason) throw new Error('No reason selected')
    const otherReason = reason === 'OTHER' ? reasonText.trim() : ''
    const body = { reason, agreed: true, ...(otherReason && { reasonText: otherReason }) } as const
    return (await deleteAccount(body, pinToken)).reRegisterAfter
  }

  /** Prompts for the PIN again when it was entered too long ago. */
  async function removeWithFreshPin(): Promise<string> {
    const { pinToken = '' } = useDeletion.getState()
    try {
      return await remove(pinToken)
    } catch (error) {
      if (codeOf(error) !== Code.PIN_VERIFICATION_REQUIRED) throw error
    }
    const fresh = await props.promptForPin()
    if (fresh === undefined) throw new Cancelled()
    return remove(fresh)
  }

  return (
    <Screen
      header={<ScreenHeader back={props.back} title={t('delete.title')} />}
      dock={
        <>
          <Button onClick={props.onKeep}>{t('delete.keep')}</Button>
          <Button variant="quiet" isBusy={isBusy} onClick={() => void run()}>
            {t('delete.confirm')}
          </Button>
        </>
      }
    >
      <div className={styles.last}>
        <Sunset />
        <h2 className={text.headline}>{t('delete.confirmTitle')}</h2>
        <p className={text.soft}>{t('delete.confirmText')}</p>
        <p className={classNames(text.strong, styles.address)}>{props.email}</p>
        <ForfeitNotice forfeited={props.forfeited} />
        {isUnconfirmed && <UnconfirmedDeletion onLogIn={props.onLogIn} />}
      </div>
    </Screen>
  )
}

/** Explains that the account may be deleted, which only another log-in shows. */
export function UnconfirmedDeletion({ onLogIn }: { onLogIn: () => void }) {
  const { t } = useTranslation('account')
  return (
    <UnconfirmedNotice
      title={t('delete.failed')}
      check={
        <Button variant="quiet" isCompact onClick={onLogIn}>
          {t('delete.unconfirmed.login')}
        </Button>
      }
    >
      {t('delete.unconfirmed.text')}
    </UnconfirmedNotice>
  )
}

/** Draws a setting sun. */
function Sunset() {
  return (
    <svg className={styles.art} viewBox="0 0 240 132" fill="none" aria-hidden="true">
      <g stroke="#fff" strokeLinecap="round">
        <path d="M36 100a84 84 0 0 1 168 0" strokeOpacity=".22" strokeWidth="1.5" />
        <path d="M8 100h224" strokeOpacity=".6" strokeWidth="2" />
        <path d="M86 112h68M104 123h32" strokeOpacity=".3" strokeWidth="2" />
      </g>
      <path d="M152 100a26 26 0 0 1 46-16.5 26 26 0 0 1 6 16.5z" fill="#9a95b8" />
    </svg>
  )
}
