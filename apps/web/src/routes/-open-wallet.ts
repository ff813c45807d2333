import { useAuth } from '#/features/auth/store.ts'
import { usePasskey } from '#/features/passkey/store.ts'
import { promptForPin, promptForPinEntry, usePinRequest } from '#/features/pin/prompt-for-pin.ts'
import type { Opener } from '#/features/wallet/device/opener.ts'
import { findWallet, vault } from '#/vault/vault.ts'
import type { Opening, PinKey, WalletFacts } from '#/vault/vault.ts'

/** Prompts for the key that opens the member's wallet: the passkey of this device, or the PIN. */
export const walletOpener: Opener = {
  pinKey: async () => (await promptForPinEntry('WALLET_USE'))?.pin,

  // One PIN entry provides the key that seals the wallet and the token that registers it.
  pinToRegister: () => promptForPinEntry('WALLET_REGISTER'),

  openToRegister: async () => {
    vault.prepare()
    const entered = await promptForPinEntry('WALLET_REGISTER')
    const opening = entered && (await withCurrentPin(entered.pin, undefined))
    return opening && { opening, pinToken: entered.pinToken }
  },

  canUsePasskey: async () => (await findUnlockPasskey()) !== undefined,

  byPasskey: async () => {
    const passkey = await findUnlockPasskey()
    return passkey && vault.openWithPasskey(passkey)
  },

  byPin: async (early) => {
    // Both take a moment, so start them while the PIN is entered.
    vault.prepare()
    const wallet = findWallet(memberId()).catch(() => undefined)
    // Pass a copy, because the vault takes ownership of the key.
    const onKey = early && ((pin: PinKey) => early(toOpening({ ...pin, key: pin.key.slice() })))
    const entered = await promptForPinEntry('WALLET_USE', { onKey })
    return entered && withCurrentPin(entered.pin, await wallet)
  },

  pinForAddressBook: () => promptForPin('BOOKMARK_CHANGE'),

  dismiss: () => usePinRequest.getState().request?.answer(undefined),
}

async function findUnlockPasskey() {
  const { passkey } = usePasskey.getState()
  const wallet = await findWallet(memberId())
  return passkey && wallet?.passkeys.includes(passkey.credentialId) ? passkey : undefined
}

/** Wraps a wallet that is sealed under an earlier PIN under the current one too, using both. */
async function withCurrentPin(
  pin: PinKey,
  early: WalletFacts | undefined,
): Promise<Opening | undefined> {
  const isWrappedIn = (wallet: WalletFacts) =>
    wallet.pinKeys.some(({ pinKeyId }) => pinKeyId === pin.pinKeyId)
  const opening = toOpening(pin)
  if (early && isWrappedIn(early)) return opening
  // Another tab may have wrapped it meanwhile.
  const wallet = await findWallet(memberId())
  if (!wallet || isWrappedIn(wallet)) return opening
  // Start with the newest wrap, which is last: an interrupted change leaves more than one.
  const retired = wallet.pinKeys.toReversed()
  if (retired.length === 0) return opening
  const previous = await promptForPinEntry('WALLET_USE', { retired })
  if (!previous) return undefined
  await vault.addPinWrap(memberId(), toOpening(previous.pin), { ...pin, key: pin.key.slice() })
  await vault.keepPinWrap(memberId(), pin.pinKeyId)
  return opening
}

function toOpening({ pinKeyId, key }: PinKey): Opening {
  return { kind: 'pin', pinKeyId, key }
}

function memberId(): string {
  return useAuth.getState().user?.id ?? ''
}
