import type { Opening, PinKey } from '#/vault/vault.ts'

/**
 * The ways in which a screen gets the key of the wallet on this device. They return undefined if
 * the member cancels.
 */
export type WalletOpener = {
  /**
   * `early` receives the opening while the server still checks the PIN; a wrong PIN opens nothing.
   */
  byPin: (early?: (opening: Opening) => void) => Promise<Opening | undefined>
  canUsePasskey: () => Promise<boolean>
  byPasskey: () => Promise<Opening | undefined>
  /** Dismisses an open prompt whose purpose no longer exists. */
  dismiss: () => void
}

/** Also covers changes of the account: its wallet and its trusted addresses. */
export type Opener = WalletOpener & {
  /** Prompts for a PIN to seal the account's own wallet on this device. */
  pinKey: () => Promise<PinKey | undefined>
  /**
   * Prompts for a PIN for a wallet that is new to the account, and returns the token for its
   * registration.
   */
  pinToRegister: () => Promise<{ pin: PinKey; pinToken: string } | undefined>
  /** Opens a wallet on this device whose registration is pending. */
  openToRegister: () => Promise<{ opening: Opening; pinToken: string } | undefined>
  /** Returns the token for a change of the address book. */
  pinForAddressBook: () => Promise<string | undefined>
}
