import { promptForPinEntry, usePinRequest } from '#/features/pin/prompt-for-pin.ts'
import type { WalletOpener } from '#/features/wallet/device/opener.ts'
import type { SetAsideWallet } from '#/features/wallet/device/set-aside.ts'
import type { PasskeyRecord, WalletFacts } from '#/vault/vault.ts'
import { factsOf, vault } from '#/vault/vault.ts'

type Sealed = {
  facts: () => Promise<WalletFacts | undefined>
  passkey: () => Promise<PasskeyRecord | undefined>
  /** True for a wallet that is not in use, whose PIN may be an earlier one. */
  isOld: boolean
}

/** Opens a wallet with the keys that it is sealed under, even if the server has retired them. */
export function openerOfSealed({ facts, passkey, isOld }: Sealed): WalletOpener {
  async function findUnlockPasskey(): Promise<PasskeyRecord | undefined> {
    const known = await passkey()
    const wallet = known && (await facts())
    return wallet?.passkeys.includes(known?.credentialId ?? '') ? known : undefined
  }
  return {
    canUsePasskey: async () => (await findUnlockPasskey()) !== undefined,
    byPasskey: async () => {
      const known = await findUnlockPasskey()
      return known && vault.openWithPasskey(known)
    },
    byPin: async () => {
      const keys = (await facts())?.pinKeys.toReversed() ?? []
      const options = isOld ? ({ isOld } as const) : ({ isCurrent: true } as const)
      const entered = await promptForPinEntry('WALLET_USE', { retired: keys, ...options })
      return entered && { kind: 'pin', pinKeyId: entered.pin.pinKeyId, key: entered.pin.key }
    },
    dismiss: () => usePinRequest.getState().request?.answer(undefined),
  }
}

export function openerOfSetAside({ record, passkey }: SetAsideWallet): WalletOpener {
  return openerOfSealed({
    facts: async () => factsOf(record),
    passkey: async () => passkey,
    isOld: true,
  })
}
