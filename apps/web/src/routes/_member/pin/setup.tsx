import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { SetupScreen } from '#/features/pin/setup-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_member/pin/setup')({
  loader: () => loadTexts('pin'),
  component: Setup,
})

function Setup() {
  const navigate = useNavigate()
  return <SetupScreen back={undefined} onChosen={() => void navigate({ to: '/pin/confirm' })} />
}
