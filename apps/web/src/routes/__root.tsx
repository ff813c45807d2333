import { Outlet, createRootRouteWithContext, useLocation } from '@tanstack/react-router'
import { isUnreachable } from '#/features/auth/create-auth-store.ts'
import { useAuth } from '#/features/auth/store.ts'
import { Column } from '#/shell/column.tsx'
import { lazyPart } from '#/shell/lazy-part.tsx'
import { LoadingScreen } from '#/shell/loading-screen.tsx'
import { isOpenInMaintenance } from '#/shell/maintenance/guard.ts'
import { useMaintenance } from '#/shell/maintenance/store.ts'
import { OfflineBar } from '#/shell/offline-bar.tsx'
import { SkipLink } from '#/shell/skip-link.tsx'
import { Toasts } from '#/shell/toasts.tsx'
import type { createGuards } from './-guards.ts'

type RouterContext = { runGuards: ReturnType<typeof createGuards> }

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: ({ context, location, matches, preload }) =>
    context.runGuards({
      pathname: location.pathname,
      href: location.href,
      isPrivate: matches.some((match) => match.staticData.isPrivate),
      isPreload: preload,
    }),
  component: Root,
})

const MaintenanceScreen = lazyPart(
  async () => (await import('#/shell/maintenance/maintenance-screen.tsx')).MaintenanceScreen,
  { meanwhile: <LoadingScreen /> },
)

function Root() {
  const isMaintenanceMode = useMaintenance((state) => state.isMaintenanceMode)
  const { pathname } = useLocation()
  const isSignedIn = useAuth((state) => state.status === 'auth')
  const isServerUnreachable = useAuth(isUnreachable)

  if (isMaintenanceMode && !isOpenInMaintenance(pathname)) {
    return (
      <Column>
        <MaintenanceScreen />
      </Column>
    )
  }
  return (
    <Column>
      <SkipLink />
      <OfflineBar isSignedIn={isSignedIn} isUnreachable={isServerUnreachable} />
      <Outlet />
      <Toasts />
    </Column>
  )
}
