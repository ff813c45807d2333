import { createFileRoute } from '@tanstack/react-router'
import { useAuth } from '#/features/auth/store.ts'
import { PushTestScreen } from '#/features/push/push-test-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { useBack } from '#/shell/use-back.ts'

export const Route = createFileRoute('/_member/test/push-notification')({
  loader: () => loadTexts('notice'),
  component: PushTest,
})

function PushTest() {
  const user = useAuth((state) => state.user)
  return <PushTestScreen back={useBack()} userId={user?.id ?? ''} />
}
