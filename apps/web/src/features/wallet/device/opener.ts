import type { Opening, PinKey } from '#/vault/vault.ts'

/** How a screen gets the key of the wallet on this device; nothing when the member changed their mind. */
export type WalletOpener = {
  /** `early` is told what may open it while the server still judges the PIN: a wrong one opens nothing. */
  byPin: (early?: (opening: Opening) => void) => Promise<Opening | undefined>
  canUsePasskey: () => Promise<boolean>
  byPasskey: () => Promise<Opening | undefined>
  /** Takes an open question back: what it was for is gone. */
  dismiss: () => void
}

/** The same with what changes the account: its wallet, and the addresses it trusts. */
export type Opener = WalletOpener & {
  /** A PIN to seal the account's own wallet under on this device. */
  pinKey: () => Promise<PinKey | undefined>
  /** The same for a wallet that is new to the account, with the token that registering it takes. */
  pinToRegister: () => Promise<{ pin: PinKey; pinToken: string } | undefined>
  /** Opens a wallet that waits on this device for its registration. */
  openToRegister: () => Promise<{ opening: Opening; pinToken: string } | undefined>
  /** The token that a change of the address book takes. */
  pinForAddressBook: () => Promise<string | undefined>
}
