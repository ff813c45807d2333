import { Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ImportScreen } from './import-screen.tsx'
import type { Opener } from './opener.ts'
import { useWallet } from './store.ts'

type ImportRouteProps = {
  userId: string
  back: { label: string; onPress: () => void }
  opener: Opener
}

/** The check has run before: it knows whether there is anything to import. Decided on the way in. */
export function ImportRoute(props: ImportRouteProps) {
  const [{ server, local }] = useState(() => useWallet.getState())
  if (typeof server !== 'string') return <Navigate to="/wallet/create/" replace />
  if (local?.state === 'active') return <Navigate to="/wallet/" replace />
  return <ImportScreen {...props} registered={server} />
}
