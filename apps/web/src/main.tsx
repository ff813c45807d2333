import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { isChecking, onSignedOut } from '#/features/auth/create-auth-store.ts'
import { loseSessionAt } from '#/features/auth/lost-session.ts'
import { rememberReferralCode } from '#/features/auth/referral.ts'
import { useAuth } from '#/features/auth/store.ts'
import { connectSession } from '#/lib/api.ts'
import { watchConnectivity } from '#/lib/connectivity.ts'
import { loadTexts, startI18n } from '#/lib/i18n.ts'
import { logFault } from '@solstice/ui/log.ts'
import { Column } from '#/shell/column.tsx'
import { receiveDeepLink } from '#/shell/deep-link.ts'
import { ErrorBoundary } from '#/shell/errors/error-boundary.tsx'
import { recordErrors } from '#/shell/errors/record-errors.ts'
import { LoadingScreen } from '#/shell/loading-screen.tsx'
import { useMaintenance } from '#/shell/maintenance/store.ts'
import { Overlays } from '#/shell/overlays.tsx'
import { announcePageChanges } from '#/shell/page-change.ts'
import { createAppRouter } from './router.tsx'
import { takeHrefAfterLogin } from './routes/-after-login.ts'
import { afterInitialNavigation, startShell } from './start-shell.ts'
import '@solstice/ui/tokens.css'
import '#/ui/base.css'

recordErrors(window)
watchConnectivity(window)
receiveDeepLink(window)
const router = createAppRouter()

function App() {
  const isLoading = useAuth((state) => state.status === 'loading')
  const isMaintenanceMode = useMaintenance((state) => state.isMaintenanceMode)
  return (
    <ErrorBoundary>
      {isLoading && !isMaintenanceMode ? (
        <Column>
          <LoadingScreen />
        </Column>
      ) : (
        <RouterProvider router={router} />
      )}
      <Overlays />
    </ErrorBoundary>
  )
}

async function start(container: HTMLElement): Promise<void> {
  connectSession({
    memberId: () => useAuth.getState().user?.id,
    isSignedOut: () => useAuth.getState().status === 'unauth' && !isChecking(useAuth.getState()),
    onSessionLost: (cause) => {
      const { pathname, search } = window.location
      return loseSessionAt(useAuth, pathname + search, cause)
    },
  })
  rememberReferralCode(window.location, Date.now())
  await startI18n().catch((cause: unknown) => logFault('Loading the texts failed', cause))
  // Web Crypto needs a secure connection, and the wallet cannot work without it.
  if (!('subtle' in crypto) || !crypto.subtle) return renderInsecure(container)
  const continueAfterLogin = () => router.history.replace(takeHrefAfterLogin())
  void useAuth
    .getState()
    .start()
    .then((isLate) => isLate && continueAfterLogin())
  // Subscribe only now, so that a visitor who never chose to stay signed in keeps the opened page.
  const goToLogin = () => void router.navigate({ to: '/auth/login' })
  onSignedOut(useAuth, () => {
    // At start-up the guards run first, because they store the page that the member requested.
    if (router.state.resolvedLocation) goToLogin()
    else afterInitialNavigation(router, goToLogin)
  })
  announcePageChanges(router)
  startShell(router, useAuth, continueAfterLogin)
  // Render in slices, because a device that renders a whole screen at once does not respond to
  // touch meanwhile.
  startTransition(() =>
    createRoot(container).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
}

async function renderInsecure(container: HTMLElement): Promise<void> {
  const [{ InsecureScreen }] = await Promise.all([
    import('#/shell/insecure-screen.tsx'),
    loadTexts('shell'),
  ])
  createRoot(container).render(<InsecureScreen />)
}

const container = document.getElementById('root')
if (container) void start(container)
