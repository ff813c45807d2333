import { createFileRoute } from '@tanstack/react-router'
import { PolicyScreen } from '#/features/policy/policy-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { useBack } from '#/shell/use-back.ts'

export const Route = createFileRoute('/_member/more/policy')({
  loader: () => loadTexts('policy'),
  component: Policy,
})

function Policy() {
  return <PolicyScreen back={useBack()} />
}
