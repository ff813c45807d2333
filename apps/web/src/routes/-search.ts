// Each function names all its keys, because an omitted key would be passed on unvalidated.
const POSITIVE_INTEGER = /^[1-9]\d{0,14}$/

/** The server refuses an entry that does not exist; this keeps everything else out of the request. */
const ENTRY_ID = /^[a-z]{1,12}:\d{1,15}(\.\d{1,9})?$/

/** Reads the entry that is explained above the screen. */
export function whySearch({ why }: Record<string, unknown>): { why?: string | undefined } {
  return { why: typeof why === 'string' && ENTRY_ID.test(why) ? why : undefined }
}

/** Reads the season of a screen; an invalid id is ignored. */
export function seasonSearch(search: Record<string, unknown>): {
  season?: number | undefined
} {
  return { season: idIn(search['season']) }
}

/** Reads one of two tabs; any other value means the first. */
export function historySearch({ tab }: Record<string, unknown>): {
  tab?: 'Earned' | 'Purchased' | undefined
} {
  return { tab: tab === 'Purchased' || tab === 'Earned' ? tab : undefined }
}

/** Reads the id of a list item; an invalid id is ignored. */
export function idSearch(search: Record<string, unknown>): { id?: number | undefined } {
  return { id: idIn(search['id']) }
}

function idIn(value: unknown): number | undefined {
  return POSITIVE_INTEGER.test(String(value)) ? Number(value) : undefined
}

/** Reads the hold that is explained, and whether its appeal is being written. */
export function holdSearch({ hold, write }: Record<string, unknown>): {
  hold?: number | undefined
  write?: true | undefined
} {
  return { hold: idIn(hold), write: write === true || undefined }
}

/** Reads the order that a screen continues. */
export function orderSearch(search: Record<string, unknown>): { order?: number | undefined } {
  return { order: idIn(search['order']) }
}

const TX_HASH = /^0x[0-9a-f]{64}$/i

/** Reads the keys of a finished purchase; the hash is only displayed. */
export function completeSearch(search: Record<string, unknown>): {
  order?: number | undefined
  txHash?: string | undefined
} {
  const { txHash } = search
  return {
    ...orderSearch(search),
    txHash: typeof txHash === 'string' && TX_HASH.test(txHash) ? txHash : undefined,
  }
}

const REFUND_TYPES = ['UNCREDITED', 'CHANGE_OF_MIND', 'OTHER'] as const

/** Reads one of three types; any other value means the first. */
export function refundSearch(search: Record<string, unknown>): {
  type?: (typeof REFUND_TYPES)[number] | undefined
} {
  return { type: REFUND_TYPES.find((each) => each === search['type']) }
}

/** Reads the mission of the current season that a home-screen shortcut leads to. */
export function missionSearch(search: Record<string, unknown>): { mission?: number | undefined } {
  return { mission: idIn(search['mission']) }
}

/** Reads the chain of a transaction and its selected movement. */
export function transactionSearch(search: Record<string, unknown>): {
  chainId?: number | undefined
  movement?: string | undefined
} {
  const { chainId, movement } = search
  return { chainId: idIn(chainId), movement: typeof movement === 'string' ? movement : undefined }
}
