import { showToast } from '#/lib/toast.ts'
import { sendResetCode, verifyResetCode } from './api.ts'
import { CodeScreen } from './code-screen.tsx'
import { noteResetCodeSent, noteResetVerified, readReset, useResetTimes } from './reset-draft.ts'

type ResetCodeScreenProps = {
  back: { label: string; onPress: () => void }
  onVerified: () => void
  onOtherEmail: () => void
}

export function ResetCodeScreen({ back, onVerified, onOtherEmail }: ResetCodeScreenProps) {
  const codeSent = useResetTimes((state) => state.codeSent)
  const { email } = readReset()
  return (
    <CodeScreen
      back={back}
      email={email}
      codeSent={codeSent}
      verify={async (code) => {
        const { completeCode } = await verifyResetCode(email, code)
        noteResetVerified(completeCode)
      }}
      sendAgain={async () => noteResetCodeSent(email, await sendResetCode(email))}
      onVerified={onVerified}
      onOtherEmail={onOtherEmail}
      onEmailRefused={(message) => {
        showToast(message, { tone: 'attention' })
        onOtherEmail()
      }}
    />
  )
}
