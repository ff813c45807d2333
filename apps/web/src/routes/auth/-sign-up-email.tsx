import { useNavigate } from '@tanstack/react-router'
import { SignUpEmailScreen } from '#/features/auth/sign-up-email-screen.tsx'
import { PolicyText } from '#/features/policy/policy-text.tsx'
import { useBack } from '#/shell/use-back.ts'

/** Shows the same first step at /auth/signup and /auth/signup/email. */
export function SignUpEmail() {
  const navigate = useNavigate()
  const back = useBack()
  return (
    <SignUpEmailScreen
      back={back}
      agreementTexts={{
        termsOfService: <PolicyText name="terms" />,
        privacyPolicy: <PolicyText name="privacy" />,
      }}
      onCodeSent={() => void navigate({ to: '/auth/signup/verification' })}
    />
  )
}
