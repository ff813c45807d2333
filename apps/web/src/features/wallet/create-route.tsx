import { Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import { CreateScreen } from './create-screen.tsx'
import type { Opener } from './opener.ts'
import { useWallet } from './store.ts'

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
