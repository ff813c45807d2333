import { createFileRoute } from '@tanstack/react-router'
import { AccountManagementScreen } from '#/features/account/account-management-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { useBack } from '#/shell/use-back.ts'

export const Route = createFileRoute('/_member/more/account-management')({
  loader: () => loadTexts('more'),
  component: AccountManagement,
})

function AccountManagement() {
  return <AccountManagementScreen back={useBack()} />
}
