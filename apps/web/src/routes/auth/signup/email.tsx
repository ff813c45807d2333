import { createFileRoute } from '@tanstack/react-router'
import { loadTexts } from '#/lib/i18n.ts'
import { SignUpEmail } from '#/routes/auth/-sign-up-email.tsx'

export const Route = createFileRoute('/auth/signup/email')({
  loader: () => loadTexts('policy'),
  component: SignUpEmail,
})
