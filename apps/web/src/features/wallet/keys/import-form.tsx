import { useEffect, useState } from 'react'
import { shortAddress } from '#/features/wallet/address.ts'
import { Chips } from '#/features/wallet/chain/network-chips.tsx'
import { problemText } from '#/features/wallet/chain/problem-text.ts'
import { isNeverRegistered } from '#/features/wallet/device/register.ts'
import formStyles from '#/features/wallet/form.module.css'
import { useForm } from '#/lib/form.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { useUpdateHold } from '#/shell/update/use-update-hold.ts'
import { Button } from '#/ui/button.tsx'
import { classNames } from '@solstice/ui/class-names.ts'
import fieldStyles from '#/ui/field.module.css'
import { Field } from '#/ui/field.tsx'
import { Notice } from '#/ui/notice.tsx'
import { PasswordInput } from '#/ui/password-input.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import text from '#/ui/text.module.css'
import { problemIn, vault } from '#/vault/vault.ts'
import { dropDraft } from './draft.ts'
import { FileChoice } from './file-choice.tsx'

const WAYS = ['phrase', 'key', 'file'] as const
export type ImportWay = (typeof WAYS)[number]

/** The field is read when needed, so that a phrase or key never becomes state of the page. */
const SECRET = 'wallet-secret'

type ImportFormProps = {
  back: { label: string; onPress: () => void }
  lead: string
  firstWay?: ImportWay | undefined
  /** Continues with the wallet that the vault has read; returns a text if that fails. */
  onDraft: (draft: { address: string }) => Promise<string | void>
}

/**
 * Imports words, a key or a file. The input goes to the vault and is cleared as soon as it was
 * read.
 */
export function ImportForm({ back, lead, firstWay, onDraft }: ImportFormProps) {
  const { t } = useTranslation('wallet')
  // A reload would lose the input.
  useUpdateHold(true)
  const [way, setWay] = useState<ImportWay>(firstWay ?? 'phrase')
  const [file, setFile] = useState<File>()
  /** The vault has read it and holds it, because the member cancelled the PIN prompt. */
  const [draft, setDraft] = useState<{ address: string }>()
  const [problem, setProblem] = useState<string>()
  const [secretProblem, setSecretProblem] = useState<string>()
  useEffect(() => dropDraft, [])
  const form = useForm({ passphrase: '' }, ({ passphrase }) => ({
    passphrase: way === 'file' && passphrase === '' ? t('import.needed') : undefined,
  }))

  async function submit(): Promise<void> {
    setProblem(undefined)
    setSecretProblem(undefined)
    try {
      const read = await readDraft()
      if (!read) return way === 'file' ? setProblem(t('import.fileChoose')) : undefined
      setDraft(read)
      const refusal = await onDraft(read)
      if (refusal) {
        setDraft(undefined)
        setProblem(refusal)
      }
    } catch (cause) {
      const sentence = problemText(cause, t)
      const why = problemIn(cause)
      if (why === 'no-wallet' || isNeverRegistered(cause)) setDraft(undefined)
      if (why === 'wrong-passphrase') form.refuse('passphrase', sentence)
      else if (why === 'invalid-phrase' || why === 'invalid-key') setSecretProblem(sentence)
      else setProblem(sentence)
    }
  }

  async function readDraft(): Promise<{ address: string } | undefined> {
    if (way !== 'file') {
      const field = document.querySelector<HTMLTextAreaElement>(`[name=${SECRET}]`)
      if (field === null || field.value.trim() === '') {
        if (!draft) setSecretProblem(t('import.needed'))
        return draft
      }
      const read = await vault.draftFromSecret(field.value)
      field.value = ''
      return read
    }
    return file && vault.draftFromFile(await file.text(), form.values.passphrase)
  }

  function choose(next: ImportWay): void {
    setWay(next)
    setDraft(undefined)
    dropDraft()
    setProblem(undefined)
    setSecretProblem(undefined)
    form.field('passphrase').onChange('')
  }

  return (
    <Screen
      header={<ScreenHeader back={back} title={t('import.title')} />}
      onSubmit={form.submit(submit)}
      dock={
        <Button type="submit" isBusy={form.isBusy}>
          {t('import.action')}
        </Button>
      }
    >
      <div className={formStyles.form}>
        <p className={text.soft}>{lead}</p>
        <Chips
          label={t('import.way')}
          options={WAYS.map((value) => ({ value, label: t(`import.ways.${value}`) }))}
          chosen={way}
          onChoose={choose}
        />
        {way === 'file' ? (
          <>
            <FileChoice file={file} onChoose={setFile} />
            <PasswordInput
              label={t('import.passphraseLabel')}
              binding={form.field('passphrase')}
              autoComplete="current-password"
              showLabel={t('auth:showPassword')}
              hideLabel={t('auth:hidePassword')}
            />
          </>
        ) : (
          <Field
            label={t(way === 'key' ? 'import.keyLabel' : 'import.phraseLabel')}
            error={secretProblem}
            hint={t(way === 'key' ? 'import.keyHint' : 'import.phraseHint')}
          >
            {(control) => (
              <div className={classNames(fieldStyles.box, formStyles.area)}>
                <textarea
                  {...control}
                  key={way}
                  name={SECRET}
                  rows={way === 'key' ? 3 : 4}
                  className={fieldStyles.input}
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                />
              </div>
            )}
          </Field>
        )}
        {draft && !form.isBusy && way !== 'file' && (
          <Notice>{t('import.read', { address: shortAddress(draft.address) })}</Notice>
        )}
        {problem && <Notice role="alert">{problem}</Notice>}
        <p className={classNames(text.small, text.faint)}>{t('import.private')}</p>
      </div>
    </Screen>
  )
}
