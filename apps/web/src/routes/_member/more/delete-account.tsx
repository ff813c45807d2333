import { Navigate, createFileRoute, redirect, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
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
import { findRestoredBy } from '#/features/account/restored-by.ts'
import type { RestoredBy } from '#/features/account/restored-by.ts'
import { useAuth } from '#/features/auth/store.ts'
import { promptForPin } from '#/features/pin/prompt-for-pin.ts'
import { setWalletAside } from '#/features/wallet/device/set-aside.ts'
import { useWallet } from '#/features/wallet/device/store.ts'
import { keepCopyToDelete } from '#/features/wallet/device/remove-from-phone.ts'
import { loadTexts } from '#/lib/i18n.ts'
import { whenSignedOut } from '#/lib/sign-out.ts'
import { monotonicServerNow } from '@solstice/ui/time.ts'
import { walletOpener } from '#/routes/-open-wallet.ts'
import { useForfeitedAssets } from '#/routes/-forfeited-assets.ts'
import { lazyPart } from '#/shell/lazy-part.tsx'
import { LoadingScreen } from '#/shell/loading-screen.tsx'
import { useBack } from '#/shell/use-back.ts'
import { findWallet } from '#/vault/vault.ts'

export const Route = createFileRoute('/_member/more/delete-account')({
  // Without a step in the URL the first one applies.
  validateSearch: ({ step }: Record<string, unknown>): { step?: DeletionStep } =>
    step === undefined ? {} : { step: toDeletionStep(step) },
  beforeLoad: async ({ search }) => {
    // Import dynamically, because static imports of a guard count towards the first load.
    const { useWallet } = await import('#/features/wallet/device/store.ts')
    const earlier = earlierDeletionStep(
      useDeletion.getState(),
      search.step ?? 'reason',
      useWallet.getState().local !== undefined,
    )
    if (!earlier) return
    // oxlint-disable-next-line typescript/only-throw-error -- the router redirects by throwing
    throw redirect({ to: '/more/delete-account', search: { step: earlier }, replace: true })
  },
  loader: () => loadTexts('account', 'pin'),
  onLeave: clearDeletion,
  component: DeleteAccount,
})

const Removal = lazyPart(
  async () => (await import('#/features/wallet/keys/removal-screen.tsx')).RemovalScreen,
  { texts: ['wallet'], meanwhile: <LoadingScreen /> },
)

const Reveal = lazyPart(
  async () => (await import('#/features/wallet/keys/reveal-screen.tsx')).RevealScreen,
  { texts: ['wallet'], meanwhile: <LoadingScreen /> },
)

function DeleteAccount() {
  const { step = 'reason' } = Route.useSearch()
  const navigate = useNavigate()
  const back = useBack()
  const email = useAuth((state) => state.user?.email ?? '')
  const userId = useAuth((state) => state.user?.id ?? '')
  const local = useWallet((state) => state.local)
  const forfeited = useForfeitedAssets(step === 'agreement' || step === 'confirm')
  const restoredBy = useRestoredBy(userId, local !== undefined)
  const { noteDeleted, forceLogout, logout } = useAuth.getState()
  const goTo = (next: DeletionStep) =>
    void navigate({ to: '/more/delete-account', search: { step: next } })
  const promptForDeletionPin = () => promptForPin('ACCOUNT_DELETE')

  /** Moves the wallet out before the wipe, because the member was promised a copy for 30 days. */
  async function leave(): Promise<void> {
    await setWalletAside(userId, monotonicServerNow()).catch(() => false)
    noteDeleted()
    // A reload of the confirmation would interrupt the removal of the member's data. Another tab that
    // changes its wallet must not delay it for long.
    await Promise.race([whenSignedOut(), new Promise((resolve) => setTimeout(resolve, 3000))])
    void navigate({ to: '/more/delete-account', search: { step: 'deleted' }, replace: true })
  }

  switch (step) {
    case 'reason':
      return <DeleteReasonScreen back={back} onNext={() => goTo(local ? 'wallet' : 'agreement')} />
    case 'wallet':
      return local ? (
        <Removal
          kind="delete"
          isHere
          userId={userId}
          address={local.address}
          back={back}
          opener={walletOpener}
          // Leaving this route would clear the reason.
          onSeeWords={() => goTo('words')}
          onConfirmed={async () => {
            if (!(await keepCopyToDelete(userId))) return false
            useDeletion.setState({ isWalletSafe: true })
            goTo('agreement')
            return true
          }}
        />
      ) : (
        <Navigate to="/more/delete-account" search={{ step: 'agreement' }} replace />
      )
    case 'words':
      return <Reveal userId={userId} back={back} opener={walletOpener} />
    case 'agreement':
      return (
        <DeleteAgreementScreen
          back={back}
          forfeited={forfeited}
          restoredBy={restoredBy}
          promptForPin={promptForDeletionPin}
          onNext={() => goTo('confirm')}
        />
      )
    case 'confirm':
      return (
        <DeleteConfirmScreen
          back={back}
          email={email}
          forfeited={forfeited}
          promptForPin={promptForDeletionPin}
          onKeep={() => void navigate({ to: '/more', replace: true })}
          onDeleted={() => void leave()}
          onLogIn={() => void logout()}
        />
      )
    case 'deleted':
      return <DeletedScreen onLeave={() => void forceLogout()} />
  }
}

/** Undefined until the device storage has been read. */
function useRestoredBy(userId: string, isHere: boolean): RestoredBy | undefined {
  const [restoredBy, setRestoredBy] = useState<RestoredBy>()
  useEffect(() => {
    void findRestoredBy(findWallet(userId)).then(setRestoredBy)
  }, [userId])
  return isHere ? restoredBy : 'elsewhere'
}
