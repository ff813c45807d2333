import { sendSignUpCode, verifySignUpCode } from './api.ts'
import { CodeScreen } from './code-screen.tsx'
import { noteCodeSent, noteEmailRefused, noteEmailVerified, useSignUp } from './sign-up-draft.ts'

type VerificationScreenProps = {
  back: { label: string; onPress: () => void }
  onVerified: () => void
  onOtherEmail: () => void
}

export function VerificationScreen({ back, onVerified, onOtherEmail }: VerificationScreenProps) {
  const { draft, codeSent } = useSignUp()
  const { email, agreements } = draft
  return (
    <CodeScreen
      back={back}
      email={email}
      codeSent={codeSent}
      verify={async (code) => {
        const { completeCode } = await verifySignUpCode(email, code)
        noteEmailVerified(completeCode)
      }}
      sendAgain={async () => noteCodeSent(email, agreements, await sendSignUpCode(email))}
      onVerified={onVerified}
      onOtherEmail={onOtherEmail}
      onEmailRefused={(message) => {
        noteEmailRefused(message)
        onOtherEmail()
      }}
    />
  )
}
