export const BOOK_TABS = ['balances', 'statement', 'verification', 'reconciliation'] as const
export type BookTab = (typeof BOOK_TABS)[number]

export const SYSTEM_ACCOUNTS = ['ISSUANCE', 'SHOP', 'TREASURY', 'SPIN'] as const
export const BOOK_ASSETS = ['SEASON_XP', 'XP', 'TICKET', 'CREDIT', 'REFERRAL', 'REWARD'] as const

/** The page, and the figure on it whose parts are shown beside it. */
export type BooksSearch = {
  /** The first tab is left out of the address. */
  tab?: Exclude<BookTab, 'balances'>
  month?: string
  asset?: (typeof BOOK_ASSETS)[number]
  scope?: string
  account?: (typeof SYSTEM_ACCOUNTS)[number]
  transaction?: number
  /** The reconciled account. */
  holder?: number
}

/** Reads the page from an address that anybody may have written. */
export function parseBooksSearch(search: Record<string, unknown>): BooksSearch {
  const tab = BOOK_TABS.find((each) => each === search['tab'])
  const asset = BOOK_ASSETS.find((each) => each === search['asset'])
  const account = SYSTEM_ACCOUNTS.find((each) => each === search['account'])
  const { month, scope } = search
  const transaction = idOf(search['transaction'])
  const holder = idOf(search['holder'])
  return {
    ...(tab && tab !== 'balances' && { tab }),
    ...(typeof month === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(month) && { month }),
    ...(asset && { asset }),
    ...(typeof scope === 'string' && scope.length <= 64 && { scope }),
    ...(account && { account }),
    ...(transaction !== undefined && { transaction }),
    ...(holder !== undefined && { holder }),
  }
}

function idOf(value: unknown): number | undefined {
  const id = Number(value)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}
