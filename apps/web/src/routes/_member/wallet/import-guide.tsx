import { createFileRoute } from '@tanstack/react-router'
import { ImportGuideScreen } from '#/features/wallet/import-guide-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { useBack } from '#/shell/use-back.ts'

export const Route = createFileRoute('/_member/wallet/import-guide')({
  loader: () => loadTexts('wallet'),
  component: ImportGuide,
})

function ImportGuide() {
  return <ImportGuideScreen back={useBack()} />
}
