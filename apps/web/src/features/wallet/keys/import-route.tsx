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

/**
 * The wallet check has run before and knows if there is a wallet to import. Decided once, on entry.
 */
export function ImportRoute(props: ImportRouteProps) {
  const [{ server, local }] = useState(() => useWallet.getState())
  if (typeof server !== 'string') return <Navigate to="/wallet/create/" replace />
  if (local?.state === 'active') return <Navigate to="/wallet/" replace />
  return <ImportScreen {...props} registered={server} />
}
