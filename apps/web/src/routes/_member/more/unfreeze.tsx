import { createFileRoute, useRouter } from '@tanstack/react-router'
import { UnfreezeScreen } from '#/features/freeze/unfreeze-screen.tsx'
import { promptForPin } from '#/features/pin/prompt-for-pin.ts'
import { loadTexts } from '#/lib/i18n.ts'
import { useBack } from '#/shell/use-back.ts'

export const Route = createFileRoute('/_member/more/unfreeze')({
  loader: () => loadTexts('freeze', 'pin'),
  component: Unfreeze,
})

function Unfreeze() {
  const { history } = useRouter()
  return (
    <UnfreezeScreen
      back={useBack()}
      promptForPin={() => promptForPin('PAYOUT_UNFREEZE')}
      onUnfrozen={() => history.replace('/more/withdraw')}
    />
  )
}
