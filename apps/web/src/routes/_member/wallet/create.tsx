import { createFileRoute } from '@tanstack/react-router'
import { useAuth } from '#/features/auth/store.ts'
import { CreateRoute } from '#/features/wallet/create-route.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { walletOpener } from '#/routes/-open-wallet.ts'
import { useBack } from '#/shell/use-back.ts'

export const Route = createFileRoute('/_member/wallet/create')({
  loader: () => loadTexts('wallet'),
  component: Create,
})

function Create() {
  const userId = useAuth((state) => state.user?.id ?? '')
  return <CreateRoute userId={userId} back={useBack()} opener={walletOpener} />
}
