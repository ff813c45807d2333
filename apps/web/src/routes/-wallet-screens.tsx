import { Navigate, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { useAuth } from '#/features/auth/store.ts'
import { adoptPasskey } from '#/features/passkey/authenticate.ts'
import { promptForPin } from '#/features/pin/prompt-for-pin.ts'
import { CreateRoute } from '#/features/wallet/keys/create-route.tsx'
import { DetailScreen } from '#/features/wallet/activity/detail-screen.tsx'
import { HistoryScreen } from '#/features/wallet/activity/history-screen.tsx'
import { ImportGuideScreen } from '#/features/wallet/keys/import-guide-screen.tsx'
import { ImportRoute } from '#/features/wallet/keys/import-route.tsx'
import { ManagementScreen } from '#/features/wallet/keys/management-screen.tsx'
import { ReceiveScreen } from '#/features/wallet/overview/receive-screen.tsx'
import { RemovalScreen } from '#/features/wallet/keys/removal-screen.tsx'
import { RevealScreen } from '#/features/wallet/keys/reveal-screen.tsx'
import { SetAsideScreen } from '#/features/wallet/keys/set-aside-screen.tsx'
import { SendScreen } from '#/features/wallet/send/send-screen.tsx'
import { WalletTab } from '#/features/wallet/overview/wallet-tab.tsx'
import { useSetAsideWallets } from '#/features/wallet/device/set-aside-link.tsx'
import { useWallet } from '#/features/wallet/device/store.ts'
import {
  disconnectFromAccount,
  removeFromPhone,
} from '#/features/wallet/device/remove-from-phone.ts'
import { WithWallet } from '#/features/wallet/device/with-wallet.tsx'
import { isUnanswered, messageOf } from '@solstice/ui/api-error.ts'
import { useTranslation } from '#/lib/i18n.ts'
import { webSettings } from '#/lib/settings.ts'
import { showToast } from '#/lib/toast.ts'
import { Cancelled, useAction } from '#/lib/use-action.ts'
import { lazyPart } from '#/shell/lazy-part.tsx'
import { useBack } from '#/shell/use-back.ts'
import { ClaimBanner } from './-claim-banner.tsx'
import { walletOpener } from './-open-wallet.ts'
import { PayoutNotices } from './-payout-notices.tsx'
import { openerOfSetAside } from './-set-aside-opener.ts'

const isLocked = () => useAuth.getState().phase === 'locked'

function useUserId(): string {
  return useAuth((state) => state.user?.id ?? '')
}

export function Wallet() {
  const userId = useUserId()
  return (
    <WalletTab
      userId={userId}
      opener={walletOpener}
      notice={
        <>
          <ClaimBanner />
          <PayoutNotices />
        </>
      }
      onRestored={() => adoptPasskey(userId, Date.now())}
    />
  )
}

export function Create() {
  return (
    <CreateRoute userId={useUserId()} back={useBack()} opener={walletOpener} isLocked={isLocked} />
  )
}

export function Import() {
  return <ImportRoute userId={useUserId()} back={useBack()} opener={walletOpener} />
}

export function ImportGuide() {
  return <ImportGuideScreen back={useBack()} />
}

/** Chunks of their own: most members never open it. */
const ConnectionsPart = lazyPart(async () => (await import('./-connections.tsx')).Connections, {
  texts: ['connect', 'review'],
})

export function Connections() {
  return webSettings().walletConnect ? <ConnectionsPart /> : <Navigate to="/wallet" replace />
}

export function Send() {
  const back = useBack()
  return (
    <WithWallet back={back} title="send.title">
      {(wallet) => <SendScreen {...wallet} back={back} opener={walletOpener} />}
    </WithWallet>
  )
}

export function Receive() {
  const back = useBack()
  return (
    <WithWallet back={back} title="receive.title">
      {({ address }) => <ReceiveScreen address={address} back={back} />}
    </WithWallet>
  )
}

export function History() {
  const back = useBack()
  return (
    <WithWallet back={back} title="history.title">
      {(wallet) => <HistoryScreen {...wallet} back={back} />}
    </WithWallet>
  )
}

export function Detail() {
  const back = useBack()
  const { txId } = useParams({ from: '/_member/wallet/history/$txId' })
  const search = useSearch({ from: '/_member/wallet/history/$txId' })
  return (
    <WithWallet back={back} title="detail.title">
      {(wallet) => (
        <DetailScreen
          key={txId}
          {...wallet}
          {...search}
          hash={txId}
          back={back}
          opener={walletOpener}
        />
      )}
    </WithWallet>
  )
}

export function RevealSeed() {
  const back = useBack()
  return (
    <WithWallet back={back} title="reveal.title">
      {({ userId }) => <RevealScreen userId={userId} back={back} opener={walletOpener} />}
    </WithWallet>
  )
}

export function SetAside() {
  const back = useBack()
  const { local } = useWallet()
  const wallets = useSetAsideWallets(useUserId(), local?.address)
  return <SetAsideScreen wallets={wallets} back={back} openerOf={openerOfSetAside} />
}

/** Opens the words; the system's back gesture returns to the step that needed them. */
function useSeeWords(): () => void {
  const { history } = useRouter()
  return () => history.push('/wallet/reveal-seed')
}

export function Remove() {
  const { t } = useTranslation('wallet')
  const { history } = useRouter()
  const back = useBack()
  const onSeeWords = useSeeWords()

  async function remove(userId: string): Promise<boolean> {
    if ((await promptForPin('WALLET_REMOVE')) === undefined) return true
    if (!(await removeFromPhone(userId))) return false
    showToast(t('removal.remove.done'), { tone: 'done' })
    history.replace('/wallet')
    return true
  }

  return (
    <WithWallet back={back} title="removal.remove.title">
      {(wallet) => (
        <RemovalScreen
          kind="remove"
          isHere
          {...wallet}
          back={back}
          opener={walletOpener}
          onSeeWords={onSeeWords}
          onConfirmed={() => remove(wallet.userId)}
        />
      )}
    </WithWallet>
  )
}

export function Management() {
  const { action } = useSearch({ from: '/_member/more/wallet-management' })
  const { server, local } = useWallet()
  const userId = useUserId()
  const back = useBack()
  if (action === 'disconnect' && typeof server === 'string') {
    return <Disconnect userId={userId} address={server} isHere={local !== undefined} back={back} />
  }
  return <ManagementScreen userId={userId} back={back} opener={walletOpener} />
}

type DisconnectProps = {
  userId: string
  address: string
  isHere: boolean
  back: ReturnType<typeof useBack>
}

function Disconnect({ userId, address, isHere, back }: DisconnectProps) {
  const { t } = useTranslation('wallet')
  const { history } = useRouter()
  const onSeeWords = useSeeWords()

  const { runOrThrow } = useAction({
    call: async () => {
      const pinToken = await promptForPin('WALLET_DISCONNECT')
      if (pinToken === undefined) throw new Cancelled()
      return disconnectFromAccount({ userId, address }, pinToken)
    },
    texts: { done: (isGone) => (isGone ? t('removal.disconnect.done') : undefined) },
    onDone: (isGone) => {
      if (isGone) history.replace('/more/wallet-management')
    },
  })

  async function disconnect(): Promise<boolean> {
    try {
      return (await runOrThrow()) ?? true
    } catch (error) {
      // The screen shows an unknown outcome; a refusal is shown in a toast.
      if (isUnanswered(error)) throw error
      showToast(messageOf(error, t('removal.disconnect.failed')), { tone: 'attention' })
    }
    return true
  }

  return (
    <RemovalScreen
      kind="disconnect"
      userId={userId}
      address={address}
      isHere={isHere}
      back={back}
      opener={walletOpener}
      onSeeWords={onSeeWords}
      onConfirmed={disconnect}
    />
  )
}
