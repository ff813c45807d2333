import { Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Opener } from '#/features/wallet/device/opener.ts'
import { useWallet } from '#/features/wallet/device/store.ts'
import { CreateScreen } from './create-screen.tsx'

type CreateRouteProps = {
  userId: string
  back: { label: string; onPress: () => void }
  opener: Opener
}

/** Whoever has a wallet, here or elsewhere, makes no second one; decided once, on the way in. */
export function CreateRoute(props: CreateRouteProps) {
  const [hasWallet] = useState(() => {
    const { server, local } = useWallet.getState()
    return typeof server === 'string' || local !== undefined
  })
  return hasWallet ? <Navigate to="/wallet/" replace /> : <CreateScreen {...props} />
}
