import { Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Opener } from '#/features/wallet/device/opener.ts'
import { useWallet } from '#/features/wallet/device/store.ts'
import { ImportScreen } from './import-screen.tsx'

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
