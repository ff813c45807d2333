import { useTranslation } from '#/lib/i18n.ts'
import { useForm } from '#/lib/form.ts'
import { Button } from '#/ui/button.tsx'
import { PasswordInput } from '#/ui/password-input.tsx'
import { Screen, ScreenHeader } from '#/ui/screen.tsx'
import text from '#/ui/text.module.css'
import styles from './password-screen.module.css'

type PasswordScreenProps = {
  back: { label: string; onPress: () => void }
  /** Resolves to the problem, if any. */
  onPassword: (password: string) => Promise<string | undefined>
}

/** Setting a first PIN requires the password, because a copied session alone must not be enough. */
export function PasswordScreen({ back, onPassword }: PasswordScreenProps) {
  const { t } = useTranslation(['pin', 'auth'])
  const form = useForm({ password: '' }, ({ password }) => ({
    password: password === '' ? t('password.required') : undefined,
  }))

  async function submit(): Promise<void> {
    const problem = await onPassword(form.values.password)
    if (problem !== undefined) form.refuse('password', problem)
  }

  return (
    <Screen
      onSubmit={form.submit(submit)}
      header={<ScreenHeader back={back} />}
      dock={
        <Button type="submit" isBusy={form.isBusy}>
          {t('password.next')}
        </Button>
      }
    >
      <div className={styles.intro}>
        <h1 className={text.headline}>{t('password.title')}</h1>
        <p className={text.soft}>{t('password.text')}</p>
      </div>
      <PasswordInput
        label={t('auth:password')}
        binding={form.field('password')}
        autoComplete="current-password"
        showLabel={t('auth:showPassword')}
        hideLabel={t('auth:hidePassword')}
      />
    </Screen>
  )
}
