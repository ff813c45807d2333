import { isReferralCode, normaliseReferralCode } from '@solstice/rules/referral-code'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from '#/lib/i18n.ts'
import { useForm } from '#/lib/form.ts'
import { showToast } from '#/lib/toast.ts'
import { Button } from '#/ui/button.tsx'
import { Row, RowContent, Rows, rowTargetClass } from '#/ui/rows.tsx'
import { Sheet } from '#/ui/sheet.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import text from '#/ui/text.module.css'
import { codeOfInvitation, keepReferralCode, rememberedReferralCode } from './referral.ts'
import styles from './sign-up.module.css'

/** Leaves room for a link with a message around it. */
const INVITATION_MAX_LENGTH = 500

/**
 * Lets the member enter the code of an invitation. On an iPhone the installed app has its own
 * storage, so the code stored by the browser must be entered by hand.
 */
export function Invitation() {
  const { t } = useTranslation('auth')
  const [code, setCode] = useState(rememberedReferralCode)
  const [isOpen, setOpen] = useState(false)
  const form = useForm({ referralCode: '' }, ({ referralCode }) => ({
    referralCode: isReferralCode(codeOfInvitation(referralCode))
      ? undefined
      : t('problem.referralCodeInvalid'),
  }))

  async function paste(): Promise<void> {
    try {
      const pasted = await navigator.clipboard.readText()
      form.field('referralCode').onChange(codeOfInvitation(pasted))
    } catch {
      showToast(t('invitation.pasteFailed'), { tone: 'attention' })
    }
  }

  async function submit(): Promise<void> {
    const given = normaliseReferralCode(codeOfInvitation(form.values.referralCode))
    keepReferralCode(given, Date.now())
    setCode(given)
    setOpen(false)
  }

  function keep(event: FormEvent<HTMLFormElement>): void {
    // React would propagate the event to the form of the screen.
    event.stopPropagation()
    form.submit(submit)(event)
  }

  return (
    <>
      <div className={styles.invitation}>
        <Rows>
          <Row>
            <button type="button" className={rowTargetClass} onClick={() => setOpen(true)}>
              <RowContent
                icon="people"
                label={code ? t('invitation.known', { code }) : t('invitation.ask')}
                note={code ? undefined : t('invitation.note')}
              />
            </button>
          </Row>
        </Rows>
      </div>
      {/* Outside the form of the screen, because forms cannot be nested. */}
      {createPortal(
        <Sheet isOpen={isOpen} onClose={() => setOpen(false)} title={t('invitation.ask')}>
          <form noValidate className={styles.fields} onSubmit={keep}>
            <p className={text.soft}>{t('invitation.text')}</p>
            <TextInput
              label={t('newPassword.referralCode')}
              binding={form.field('referralCode')}
              autoComplete="off"
              autoCapitalize="characters"
              maxLength={INVITATION_MAX_LENGTH}
            />
            <Button variant="quiet" onClick={() => void paste()}>
              {t('invitation.paste')}
            </Button>
            <Button type="submit">{t('invitation.keep')}</Button>
          </form>
        </Sheet>,
        document.body,
      )}
    </>
  )
}
