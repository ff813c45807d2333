import { useRouter, useSearch } from '@tanstack/react-router'
import { useTranslation } from '#/lib/i18n.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignInFrame } from './sign-in-frame.tsx'

export function SignInScreen() {
  const { t } = useTranslation('signIn')
  const router = useRouter()
  const { next } = useSearch({ from: '/login' })
  return (
    <SignInFrame title={t('title')} lead={t('lead')}>
      <SignInForm onDone={() => router.history.push(next ?? '/')} />
    </SignInFrame>
  )
}
