import { useEffect, useState } from 'react'
import type { FormEvent } from 'react'
import { problemText } from '#/features/wallet/chain/problem-text.ts'
import { openWith } from '#/features/wallet/device/open-with.ts'
import type { WalletOpener } from '#/features/wallet/device/opener.ts'
import styles from '#/features/wallet/form.module.css'
import { useForm } from '#/lib/form.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { saveFile } from '#/lib/save-file.ts'
import { Button } from '#/ui/button.tsx'
import { Notice } from '#/ui/notice.tsx'
import { PasswordInput } from '#/ui/password-input.tsx'
import { Sheet } from '#/ui/sheet.tsx'
import text from '#/ui/text.module.css'
import { passphraseProblem, vault } from '#/vault/vault.ts'
import { ExportCheck } from './export-check.tsx'

const REFUSALS = {
  short: 'export.passphraseShort',
  ambiguous: 'problem.ambiguousPassphrase',
} as const

type Step = { kind: 'make' } | { kind: 'save'; file: File } | { kind: 'check' }

type ExportSheetProps = {
  userId: string
  address: string
  /** The record of a copy that is no longer in the database. */
  record?: unknown
  opener: WalletOpener
  onClose: () => void
  /** Runs after the member has opened the file again, because only then it is a backup. */
  onChecked: () => void
}

export function ExportSheet(props: ExportSheetProps) {
  const { t } = useTranslation('wallet')
  const [step, setStep] = useState<Step>({ kind: 'make' })
  const titles = {
    make: t('export.title'),
    save: t('export.saveTitle'),
    check: t('export.checkTitle'),
  }
  return (
    <Sheet isOpen onClose={props.onClose} title={titles[step.kind]}>
      {step.kind === 'make' && (
        <MakeStep
          {...props}
          onMade={(file) => setStep({ kind: 'save', file })}
          onAlreadyExported={() => setStep({ kind: 'check' })}
        />
      )}
      {step.kind === 'save' && (
        <SaveStep file={step.file} onSaved={() => setStep({ kind: 'check' })} />
      )}
      {step.kind === 'check' && (
        <ExportCheck
          userId={props.userId}
          record={props.record}
          onChecked={props.onChecked}
          onLater={props.onClose}
        />
      )}
    </Sheet>
  )
}

type MakeStepProps = ExportSheetProps & {
  onMade: (file: File) => void
  onAlreadyExported: () => void
}

/** Encrypts the file with its own passphrase, because a PIN could be guessed without the server. */
function MakeStep(props: MakeStepProps) {
  const { t } = useTranslation('wallet')
  const { opener } = props
  const [problem, setProblem] = useState<string>()
  const [hasPasskey, setHasPasskey] = useState(false)
  const form = useForm({ passphrase: '', again: '' }, ({ passphrase, again }) => {
    const refusal = passphraseProblem(passphrase)
    return {
      passphrase: refusal && t(REFUSALS[refusal]),
      again: again === passphrase ? undefined : t('export.againWrong'),
    }
  })

  useEffect(() => {
    void opener.canUsePasskey().then(setHasPasskey)
  }, [opener])

  async function make(by: 'pin' | 'passkey'): Promise<void> {
    setProblem(undefined)
    try {
      const opening = await openWith(opener, by, () => setProblem(t('problem.passkeyFailed')))
      if (!opening) return
      const { passphrase } = form.values
      const content = await vault.exportFile(props.userId, opening, passphrase, props.record)
      const name = `solstice-wallet-${props.address.slice(0, 8)}.json`
      props.onMade(new File([content], name, { type: 'application/json' }))
    } catch (cause) {
      setProblem(problemText(cause, t))
    }
  }

  /** Both buttons submit the form; the pressed one decides how the wallet is opened. */
  function submit(event: FormEvent<HTMLFormElement>): void {
    const { submitter } = event.nativeEvent as SubmitEvent // A form's native submit event.
    const isByPin = !hasPasskey || submitter?.getAttribute('value') === 'pin'
    form.submit(() => make(isByPin ? 'pin' : 'passkey'))(event)
  }

  const eye = { showLabel: t('auth:showPassword'), hideLabel: t('auth:hidePassword') }
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <p className={text.soft}>{t('export.text')}</p>
      <PasswordInput
        label={t('export.passphrase')}
        binding={form.field('passphrase')}
        autoComplete="new-password"
        hint={t('export.passphraseHint')}
        {...eye}
      />
      <PasswordInput
        label={t('export.again')}
        binding={form.field('again')}
        autoComplete="new-password"
        {...eye}
      />
      {problem && <Notice role="alert">{problem}</Notice>}
      <Button type="submit" isBusy={form.isBusy}>
        {t(hasPasskey ? 'export.actionPasskey' : 'export.action')}
      </Button>
      {hasPasskey && (
        <Button variant="text" type="submit" value="pin">
          {t('send.usePin')}
        </Button>
      )}
      <Button variant="text" onClick={props.onAlreadyExported}>
        {t('export.haveOne')}
      </Button>
      <p className={text.small} role="status">
        {form.isBusy ? t('export.making') : ''}
      </p>
    </form>
  )
}

/** Needs a separate press, because browsers open the share sheet only for a user gesture. */
function SaveStep({ file, onSaved }: { file: File; onSaved: () => void }) {
  const { t } = useTranslation('wallet')

  async function save(): Promise<void> {
    if ((await saveFile(file)) === 'handed-over') onSaved()
  }

  return (
    <div className={styles.form}>
      <p className={text.soft}>{t('export.saveText')}</p>
      <Button onClick={() => void save()}>{t('export.save')}</Button>
    </div>
  )
}
