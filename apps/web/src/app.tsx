import { type RegisteredRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode, useSyncExternalStore } from 'react'
import { useAuth } from '#/features/auth/store.ts'
import { Column } from '#/shell/column.tsx'
import { ErrorBoundary } from '#/shell/errors/error-boundary.tsx'
import { LoadingScreen } from '#/shell/loading-screen.tsx'
import { useMaintenance } from '#/shell/maintenance/store.ts'
import { Overlays } from '#/shell/overlays.tsx'

// Zustand would take over the prerendered log-in with the state from before the session was checked.
const isAuthLoading = () => useAuth.getState().status === 'loading'

/** Everything on the page. The build renders it too, for the prerendered log-in. */
export function App({ router }: { router: RegisteredRouter }) {
  const isLoading = useSyncExternalStore(useAuth.subscribe, isAuthLoading, isAuthLoading)
  const isMaintenanceMode = useMaintenance((state) => state.isMaintenanceMode)
  return (
    <StrictMode>
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
    </StrictMode>
  )
}
