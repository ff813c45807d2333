import { createFileRoute, useRouter } from '@tanstack/react-router'
import { LoginScreen } from '#/features/auth/login-screen.tsx'
import { takeHrefAfterLogin } from '#/routes/-after-login.ts'

export const Route = createFileRoute('/auth/login')({ component: Login })

function Login() {
  const { history } = useRouter()
  return <LoginScreen onLoggedIn={() => history.replace(takeHrefAfterLogin())} />
}
