import type { Opening, PinKey } from '#/vault/vault.ts'

/** How the screens get what opens the wallet; nothing when the member changed their mind. */
export type Opener = {
  /** A PIN to seal a new wallet under. */
  pinKey: () => Promise<PinKey | undefined>
  /** `early` is told what may open it while the server still judges the PIN: a wrong one opens nothing. */
  byPin: (early?: (opening: Opening) => void) => Promise<Opening | undefined>
  canUsePasskey: () => Promise<boolean>
  byPasskey: () => Promise<Opening | undefined>
  /** Takes an open question back: what it was for is gone. */
  dismiss: () => void
}
