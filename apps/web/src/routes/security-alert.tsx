import { createFileRoute, useLocation } from '@tanstack/react-router'
import { useAuth } from '#/features/auth/store.ts'
import { ReportScreen } from '#/features/freeze/report-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

/** Public, because the recipient of the e-mail may not be signed in on this device. */
export const Route = createFileRoute('/security-alert')({
  loader: () => loadTexts('freeze'),
  component: SecurityAlert,
})

function SecurityAlert() {
  const { hash } = useLocation()
  const token = hash.replace(/^#/, '')
  return (
    <ReportScreen
      key={token}
      token={token}
      onReported={() => {
        const { status, logout } = useAuth.getState()
        if (status === 'auth') void logout()
      }}
    />
  )
}
