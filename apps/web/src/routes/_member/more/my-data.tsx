import { createFileRoute } from '@tanstack/react-router'
import { MyDataScreen } from '#/features/export/my-data-screen.tsx'
import { promptForPin } from '#/features/pin/prompt-for-pin.ts'
import { loadTexts } from '#/lib/i18n.ts'
import { useBack } from '#/shell/use-back.ts'

export const Route = createFileRoute('/_member/more/my-data')({
  loader: () => loadTexts('my-data', 'pin'),
  component: MyData,
})

function MyData() {
  return <MyDataScreen back={useBack()} promptForPin={() => promptForPin('DATA_EXPORT')} />
}
