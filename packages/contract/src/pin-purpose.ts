/** The purposes of a PIN entry. A token issued for one purpose is not valid for another. */
export const PIN_PURPOSES = [
  'UNLOCK',
  'PASSWORD_CHANGE',
  'PIN_CHANGE',
  'ACCOUNT_DELETE',
  'WALLET_REGISTER',
  'WALLET_DISCONNECT',
  'WALLET_REMOVE',
  'WALLET_USE',
  'WITHDRAW',
  'PAYOUT_UNFREEZE',
  'BOOKMARK_CHANGE',
  'PASSKEY_ADD',
  'PASSKEY_REMOVE',
  'DATA_EXPORT',
] as const
export type PinPurpose = (typeof PIN_PURPOSES)[number]

/** This header carries the token of an entered PIN to the one call it was entered for. */
export const PIN_TOKEN_HEADER = 'x-pin-token'
