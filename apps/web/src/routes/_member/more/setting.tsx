import { createFileRoute } from '@tanstack/react-router'
import { SettingScreen } from '#/features/account/setting-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { useBack } from '#/shell/use-back.ts'

export const Route = createFileRoute('/_member/more/setting')({
  loader: () => loadTexts('more'),
  component: Setting,
})

function Setting() {
  return <SettingScreen back={useBack()} />
}
