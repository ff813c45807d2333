import { startTransition } from 'react'
import { App } from './app.tsx'
import { isChecking, onSignedOut } from '#/features/auth/create-auth-store.ts'
import { loseSessionAt } from '#/features/auth/lost-session.ts'
import { rememberReferralCode } from '#/features/auth/referral.ts'
import { useAuth } from '#/features/auth/store.ts'
import { connectSession } from '#/lib/api.ts'
import { watchConnectivity } from '#/lib/connectivity.ts'
import { loadTexts, startI18n } from '#/lib/i18n.ts'
import { nextTask } from '#/lib/next-task.ts'
import { createRoot, hydrateRoot } from '#/lib/react-client.ts'
import { logFault } from '@solstice/ui/log.ts'
import { receiveDeepLink } from '#/shell/deep-link.ts'
import { recordErrors } from '#/shell/errors/record-errors.ts'
import { announcePageChanges } from '#/shell/page-change.ts'
import { early } from '#/shell/prerendered/early-form.ts'
import { createAppRouter } from './router.tsx'
import { takeHrefAfterLogin } from './routes/-after-login.ts'
import { afterInitialNavigation, startShell } from './start-shell.ts'
import '@solstice/ui/tokens.css'
import '#/ui/base.css'

/** Starts the app in short tasks. `isPrerendered`: the page shows the log-in that the build rendered. */
export async function startApp(container: HTMLElement, isPrerendered: boolean): Promise<void> {
  recordErrors(window)
  watchConnectivity(window)
  receiveDeepLink(window)
  const router = createAppRouter()
  connectSession({
    memberId: () => useAuth.getState().user?.id,
    isSignedOut: () => useAuth.getState().status === 'unauth' && !isChecking(useAuth.getState()),
    onSessionLost: (cause) => {
      const { pathname, search } = window.location
      return loseSessionAt(useAuth, pathname + search, cause)
    },
  })
  rememberReferralCode(window.location, Date.now())
  await nextTask()
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
  await nextTask()
  if (isPrerendered) await router.load()
  await nextTask()
  const isAtLogin = /^\/auth\/login\/?$/.test(router.state.location.pathname)
  // Render in slices, because a device that renders a whole screen at once does not respond to
  // touch meanwhile.
  startTransition(() => {
    if (isPrerendered && isAtLogin) return takeOver(container, router)
    // The guard of the form stays until the first render of the other screen, which takes a while.
    early.isReplaced = true
    createRoot(container).render(<App router={router} />)
  })
}

/** Makes React use the elements of the prerendered log-in, which keep their focus and values. */
function takeOver(container: HTMLElement, router: ReturnType<typeof createAppRouter>): void {
  hydrateRoot(container, <App router={router} />, {
    onRecoverableError: (cause) => logFault('The prerendered log-in differs', cause),
  })
}

async function renderInsecure(container: HTMLElement): Promise<void> {
  const [{ InsecureScreen }] = await Promise.all([
    import('#/shell/insecure-screen.tsx'),
    loadTexts('shell'),
  ])
  createRoot(container).render(<InsecureScreen />)
}
