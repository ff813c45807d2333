import { NEW_PASSWORD_CONDITIONS, meetsCondition } from '@solstice/rules/password'
import { useTranslation } from '#/lib/i18n.ts'
import type { FieldBinding } from '#/lib/form.ts'
import { classNames } from '@solstice/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'
import { PasswordInput } from '#/ui/password-input.tsx'
import text from '#/ui/text.module.css'
import styles from './sign-up.module.css'

type NewPasswordFieldsProps = {
  label: string
  password: FieldBinding
  confirmation: FieldBinding
}

/** The fields for a new password, its requirements, and its confirmation. */
export function NewPasswordFields({ label, password, confirmation }: NewPasswordFieldsProps) {
  const { t } = useTranslation('auth')
  const eye = { showLabel: t('showPassword'), hideLabel: t('hidePassword') }
  return (
    <>
      <PasswordInput label={label} binding={password} autoComplete="new-password" {...eye} />
      <Conditions password={password.value} />
      <PasswordInput
        label={t('newPassword.confirmation')}
        binding={confirmation}
        autoComplete="new-password"
        {...eye}
      />
    </>
  )
}

/** Shows the requirements of a password and ticks them off while it is typed. */
function Conditions({ password }: { password: string }) {
  const { t } = useTranslation('auth')
  return (
    <ul
      className={classNames(styles.conditions, text.small)}
      aria-label={t('newPassword.conditions')}
    >
      {NEW_PASSWORD_CONDITIONS.map((condition) => {
        const isMet = meetsCondition(password, condition)
        return (
          <li key={condition} className={classNames(styles.condition, isMet && styles.met)}>
            <i aria-hidden="true">{isMet && <Icon name="check" size={16} />}</i>
            {t(`newPassword.condition.${condition}`)}
            {isMet && <span className={text.unseen}>, {t('newPassword.conditionMet')}</span>}
          </li>
        )
      })}
    </ul>
  )
}
