import { useAuth } from '#/features/auth/store.ts'
import { ConnectionsScreen } from '#/features/wallet/connections/connections-screen.tsx'
import { WithWallet } from '#/features/wallet/device/with-wallet.tsx'
import { useBack } from '#/shell/use-back.ts'
import { walletOpener } from './-open-wallet.ts'

export function Connections() {
  const back = useBack()
  const userId = useAuth((state) => state.user?.id ?? '')
  return (
    <WithWallet back={back} title="connections">
      {({ address }) => (
        <ConnectionsScreen userId={userId} address={address} back={back} opener={walletOpener} />
      )}
    </WithWallet>
  )
}
