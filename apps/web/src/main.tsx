import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { onSignedOut } from '#/features/auth/create-auth-store.ts'
import { rememberReferralCode } from '#/features/auth/referral.ts'
import { useAuth } from '#/features/auth/store.ts'
import { connectSession } from '#/lib/api.ts'
import { startI18n } from '#/lib/i18n.ts'
import { Column } from '#/shell/column.tsx'
import { LoadingScreen } from '#/shell/loading-screen.tsx'
import { createAppRouter } from './router.tsx'
import '#/ui/tokens.css'
import '#/ui/fonts.css'
import '#/ui/base.css'

const router = createAppRouter()

function App() {
  const isLoading = useAuth((state) => state.status === 'loading')
  if (isLoading) {
    return (
      <Column>
        <LoadingScreen />
      </Column>
    )
  }
  return <RouterProvider router={router} />
}

async function start(container: HTMLElement): Promise<void> {
  connectSession({
    isSignedOut: () => useAuth.getState().status === 'unauth',
    onSessionLost: (cause) => useAuth.getState().loseSession(cause),
  })
  rememberReferralCode(window.location.search)
  await startI18n()
  void useAuth.getState().start()
  // Listened to only now: a visitor who never asked to stay signed in keeps the page they opened.
  onSignedOut(useAuth, () => void router.navigate({ to: '/auth/login' }))
  createRoot(container).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

const container = document.getElementById('root')
if (container) void start(container)
