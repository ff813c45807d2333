import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router'
import { DeleteAgreementScreen } from '#/features/account/delete-agreement-screen.tsx'
import { DeleteConfirmScreen } from '#/features/account/delete-confirm-screen.tsx'
import { DeleteReasonScreen } from '#/features/account/delete-reason-screen.tsx'
import { DeletedScreen } from '#/features/account/deleted-screen.tsx'
import {
  clearDeletion,
  earlierDeletionStep,
  toDeletionStep,
  useDeletion,
} from '#/features/account/deletion.ts'
import type { DeletionStep } from '#/features/account/deletion.ts'
import { useAuth } from '#/features/auth/store.ts'
import { askPin } from '#/features/pin/ask-pin.ts'
import { loadTexts } from '#/lib/i18n.ts'
import { useLosses } from '#/routes/-losses.ts'
import { useBack } from '#/shell/use-back.ts'

export const Route = createFileRoute('/_member/more/delete-account')({
  // No step in the address is the first one.
  validateSearch: ({ step }: Record<string, unknown>): { step?: DeletionStep } =>
    step === undefined ? {} : { step: toDeletionStep(step) },
  beforeLoad: ({ search }) => {
    const earlier = earlierDeletionStep(useDeletion.getState(), search.step ?? 'reason')
    if (!earlier) return
    // oxlint-disable-next-line typescript/only-throw-error -- the router's way to answer with another place
    throw redirect({ to: '/more/delete-account', search: { step: earlier }, replace: true })
  },
  loader: () => loadTexts('account', 'pin'),
  onLeave: clearDeletion,
  component: DeleteAccount,
})

function DeleteAccount() {
  const { step = 'reason' } = Route.useSearch()
  const navigate = useNavigate()
  const back = useBack()
  const email = useAuth((state) => state.user?.email ?? '')
  const losses = useLosses(step === 'agreement' || step === 'confirm')
  const { noteDeleted, forceLogout } = useAuth.getState()
  const goTo = (next: DeletionStep) =>
    void navigate({ to: '/more/delete-account', search: { step: next } })
  const askForPin = () => askPin('ACCOUNT_DELETE')

  switch (step) {
    case 'reason':
      return <DeleteReasonScreen back={back} onNext={() => goTo('agreement')} />
    case 'agreement':
      return (
        <DeleteAgreementScreen
          back={back}
          losses={losses}
          askPin={askForPin}
          onNext={() => goTo('confirm')}
        />
      )
    case 'confirm':
      return (
        <DeleteConfirmScreen
          back={back}
          email={email}
          losses={losses}
          askPin={askForPin}
          onKeep={() => void navigate({ to: '/more', replace: true })}
          onDeleted={() => {
            noteDeleted()
            void navigate({
              to: '/more/delete-account',
              search: { step: 'deleted' },
              replace: true,
            })
          }}
        />
      )
    case 'deleted':
      return <DeletedScreen onLeave={() => void forceLogout()} />
  }
}
