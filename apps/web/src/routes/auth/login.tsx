import { createFileRoute, useRouter } from '@tanstack/react-router'
import { takeWantedHref } from '#/features/auth/guard.ts'
import { LoginScreen } from '#/features/auth/login-screen.tsx'
import { takeDeepLink } from '#/shell/deep-link.ts'

export const Route = createFileRoute('/auth/login')({ component: Login })

function Login() {
  const { history } = useRouter()
  return (
    <LoginScreen
      onLoggedIn={() => history.replace(takeDeepLink() ?? takeWantedHref() ?? '/home')}
    />
  )
}
