import { createFileRoute, redirect } from '@tanstack/react-router'
import { useState } from 'react'
import { useAuth } from '#/features/auth/store.ts'
import { ImportScreen } from '#/features/wallet/import-screen.tsx'
import { useWallet } from '#/features/wallet/store.ts'
import { loadTexts } from '#/lib/i18n.ts'
import { walletOpener } from '#/routes/-open-wallet.ts'
import { useBack } from '#/shell/use-back.ts'

export const Route = createFileRoute('/_member/wallet/import')({
  beforeLoad: ({ preload }) => {
    // The check has run before: it knows whether there is anything to import.
    const { server, local } = useWallet.getState()
    if (preload) return
    // oxlint-disable-next-line typescript/only-throw-error -- the router's way to answer with another place
    if (server === null) throw redirect({ to: '/wallet/create/', replace: true })
    // oxlint-disable-next-line typescript/only-throw-error -- the same
    if (local?.state === 'active') throw redirect({ to: '/wallet', replace: true })
  },
  loader: () => loadTexts('wallet'),
  component: Import,
})

function Import() {
  const userId = useAuth((state) => state.user?.id ?? '')
  const [registered] = useState(() => useWallet.getState().server ?? '')
  return (
    <ImportScreen userId={userId} registered={registered} back={useBack()} opener={walletOpener} />
  )
}
