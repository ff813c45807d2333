import { disconnectWallet } from '#/features/wallet/api.ts'
import { certainNow } from '#/lib/time.ts'
import { copyWalletAside, setWalletAside } from './set-aside.ts'
import { useWallet, whileChangingWallet } from './store.ts'

/** From this phone only: the account keeps the address. False where no copy could be kept. */
export function removeFromPhone(userId: string): Promise<boolean> {
  return whileChangingWallet(async () => {
    if (!(await setWalletAside(userId, certainNow()))) return false
    useWallet.setState({ local: undefined })
    return true
  })
}

/** Before the account is deleted, which wipes this phone. False if no copy could be kept. */
export function keepCopyToDelete(userId: string): Promise<boolean> {
  return whileChangingWallet(() => copyWalletAside(userId, certainNow()))
}

/** From account and phone. The copy comes first: afterwards the server may have forgotten the wallet. */
export function disconnectFromAccount(
  { userId, address }: { userId: string; address: string },
  pinToken: string,
): Promise<boolean> {
  return whileChangingWallet(async () => {
    if (!(await copyWalletAside(userId, certainNow()))) return false
    await disconnectWallet(address, pinToken)
    await setWalletAside(userId, certainNow())
    useWallet.setState({ server: null, local: undefined })
    return true
  })
}
