// Each names its keys whatever came: a key that is left out would be passed on as it stands in the address.
const POSITIVE_INTEGER = /^[1-9]\d{0,14}$/

/** Which season a screen is about; anything that is no id is as good as nothing. */
export function seasonSearch(search: Record<string, unknown>): {
  season?: number | undefined
} {
  return { season: idIn(search['season']) }
}

/** Two tabs; any other value means the first. */
export function historySearch({ tab }: Record<string, unknown>): {
  tab?: 'Earned' | 'Purchased' | undefined
} {
  return { tab: tab === 'Purchased' || tab === 'Earned' ? tab : undefined }
}

/** Which one of a list; anything that is no id is as good as nothing. */
export function idSearch(search: Record<string, unknown>): { id?: number | undefined } {
  return { id: idIn(search['id']) }
}

function idIn(value: unknown): number | undefined {
  return POSITIVE_INTEGER.test(String(value)) ? Number(value) : undefined
}

/** Which order a screen goes on with. */
export function orderSearch(search: Record<string, unknown>): { order?: number | undefined } {
  return { order: idIn(search['order']) }
}

const TX_HASH = /^0x[0-9a-f]{64}$/i

/** What a finished purchase is looked up by; the hash is only ever shown. */
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

/** Three types; any other value means the first. */
export function refundSearch(search: Record<string, unknown>): {
  type?: (typeof REFUND_TYPES)[number] | undefined
} {
  return { type: REFUND_TYPES.find((each) => each === search['type']) }
}

/** Which mission of the running season a shortcut on the home screen leads to. */
export function missionSearch(search: Record<string, unknown>): { mission?: number | undefined } {
  return { mission: idIn(search['mission']) }
}

/** Which chain a transaction is on, and which of its movements is meant. */
export function transactionSearch(search: Record<string, unknown>): {
  chainId?: number | undefined
  movement?: string | undefined
} {
  const { chainId, movement } = search
  return { chainId: idIn(chainId), movement: typeof movement === 'string' ? movement : undefined }
}
