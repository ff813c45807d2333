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

/** Whoever has a wallet, here or elsewhere, makes no second one; decided once, on the way in. */
export function CreateRoute(props: CreateRouteProps) {
  const [hasWallet] = useState(() => {
    const { server, local } = useWallet.getState()
    return typeof server === 'string' || local !== undefined
  })
  // Sealed before the app was locked: the draft of it has served.
  useEffect(() => {
    if (hasWallet) dropDraft()
  }, [hasWallet])
  return hasWallet ? <Navigate to="/wallet/" replace /> : <CreateScreen {...props} />
}
