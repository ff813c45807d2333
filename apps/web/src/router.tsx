import { createRouter } from '@tanstack/react-router'
import type { RouterHistory } from '@tanstack/react-router'
import { routeTree } from './routeTree.gen.ts'
import { ErrorScreen } from '#/shell/error-screen.tsx'
import { reportError } from '#/shell/errors/report-error.ts'
import { LoadingScreen } from '#/shell/loading-screen.tsx'
import { NotFoundScreen } from '#/shell/not-found-screen.tsx'
import { createGuards } from './routes/-guards.ts'

export function createAppRouter(history?: RouterHistory, runGuards = createGuards()) {
  return createRouter({
    routeTree,
    context: { runGuards },
    ...(history && { history }),
    // Every route works with and without the slash, and neither redirects to the other.
    trailingSlash: 'preserve',
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultPendingMs: 300,
    defaultPendingComponent: LoadingScreen,
    // Uses the whole screen, because an unknown page below a tab's root must not show the tab bar.
    notFoundMode: 'root',
    defaultNotFoundComponent: NotFoundScreen,
    defaultErrorComponent: ErrorScreen,
    defaultOnCatch: reportError,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    /** Routes that need a signed-in member; all others are public. */
    isPrivate?: boolean
    /** One of the five roots with a tab bar. */
    isTabRoot?: boolean
  }
}
