/** Keys that other parts of the product and its tests rely on. */
export const StorageKey = {
  keepLoggedIn: 'keepLoggedIn',
  preferences: 'preferences',
  language: 'i18nextLng',
  /** A language was chosen here and is not saved to an account yet. */
  languageToSave: 'language_to_save',
  /** In session storage; followed by a member's id. */
  importRedirectDone: 'import_redirect_done',
  /** The code of the invitation that led here. */
  referralCode: 'referral_code',
  referralKeptAt: 'referral_kept_at',
  /** Codes that were used and are ignored in later links. */
  referralsDone: 'referrals_done',
  maintenance: 'maintenance-store',
  passwordReset: 'passwordReset',
  /** In session storage. */
  signUp: 'sign_up',
  /** Followed by a member's id: sealed wallets that are no longer in the database. */
  setAside: 'wallet_set_aside_',
} as const

/**
 * Followed by a member's id: the data that the device stores about a member, except the wallet
 * itself.
 */
const MEMBER_KEYS = {
  sent: 'wallet_sent',
  relay: 'wallet_relay',
  counterparties: 'wallet_counterparties',
  orderPayments: 'order_payments',
  spins: 'spin-journal',
  intents: 'intents',
  firstReward: 'first_reward_seen',
  figure: 'figure_celebrated',
  tokens: 'wallet_tokens',
  recap: 'season_recap',
} as const

export function memberKey(
  kind: keyof typeof MEMBER_KEYS,
  memberId: string,
  ...of: number[]
): string {
  return [MEMBER_KEYS[kind], memberId, ...of].join('_')
}

/** Deletes by name, because the modules that wrote the data may not be loaded. */
export function deleteMemberData(storage: KeyValueStorage, memberId: string): void {
  for (const name of Object.values(MEMBER_KEYS)) {
    storage.removeItem(`${name}_${memberId}`)
    removeKeysStartingWith(storage, `${name}_${memberId}_`)
  }
}

export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/**
 * Wraps storage that a browser may refuse (private mode, blocked cookies); the app then works
 * without it.
 */
function guarded(open: () => Storage): KeyValueStorage {
  function attempt<Result>(action: (storage: Storage) => Result, otherwise: Result): Result {
    try {
      return action(open())
    } catch {
      return otherwise
    }
  }
  return {
    getItem: (key) => attempt((storage) => storage.getItem(key), null),
    setItem: (key, value) => attempt((storage) => storage.setItem(key, value), undefined),
    removeItem: (key) => attempt((storage) => storage.removeItem(key), undefined),
    key: (index) => attempt((storage) => storage.key(index), null),
    get length() {
      return attempt((storage) => storage.length, 0)
    },
  }
}

export const deviceStorage = guarded(() => window.localStorage)
export const sessionMemory = guarded(() => window.sessionStorage)

export function keysStartingWith(storage: KeyValueStorage, prefix: string): string[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index))
  return keys.filter((key) => key?.startsWith(prefix) === true) as string[] // The filter removed null.
}

export function removeKeysStartingWith(storage: KeyValueStorage, prefix: string): void {
  for (const key of keysStartingWith(storage, prefix)) storage.removeItem(key)
}
