import { disconnectWallet } from '#/features/wallet/api.ts'
import { monotonicServerNow } from '@solstice/ui/time.ts'
import { copyWalletAside, setWalletAside } from './set-aside.ts'
import { useWallet, whileChangingWallet } from './store.ts'

/**
 * Removes the wallet from this device only; the account keeps the address. Returns false if no copy
 * could be stored.
 */
export function removeFromPhone(userId: string): Promise<boolean> {
  return whileChangingWallet(async () => {
    if (!(await setWalletAside(userId, monotonicServerNow()))) return false
    useWallet.setState({ local: undefined })
    return true
  })
}

/**
 * Stores a copy before the account is deleted, which wipes this device. Returns false if no copy
 * could be stored.
 */
export function keepCopyToDelete(userId: string): Promise<boolean> {
  return whileChangingWallet(() => copyWalletAside(userId, monotonicServerNow()))
}

/**
 * Removes the wallet from the account and the device. The copy comes first, because the server may
 * have removed the wallet afterwards.
 */
export function disconnectFromAccount(
  { userId, address }: { userId: string; address: string },
  pinToken: string,
): Promise<boolean> {
  return whileChangingWallet(async () => {
    if (!(await copyWalletAside(userId, monotonicServerNow()))) return false
    await disconnectWallet(address, pinToken)
    await setWalletAside(userId, monotonicServerNow())
    useWallet.setState({ server: null, local: undefined })
    return true
  })
}
