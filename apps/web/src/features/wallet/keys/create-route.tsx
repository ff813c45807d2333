import { Navigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Opener } from '#/features/wallet/device/opener.ts'
import { useWallet } from '#/features/wallet/device/store.ts'
import { CreateScreen } from './create-screen.tsx'
import { dropDraft } from './draft.ts'

type CreateRouteProps = {
  userId: string
  back: { label: string; onPress: () => void }
  opener: Opener
  isLocked: () => boolean
}

/** Prevents a second wallet for an account or device that has one; decided once, on entry. */
export function CreateRoute(props: CreateRouteProps) {
  const [hasWallet] = useState(() => {
    const { server, local } = useWallet.getState()
    return typeof server === 'string' || local !== undefined
  })
  // The wallet was sealed before the app was locked, so its draft is obsolete.
  useEffect(() => {
    if (hasWallet) dropDraft()
  }, [hasWallet])
  return hasWallet ? <Navigate to="/wallet/" replace /> : <CreateScreen {...props} />
}
