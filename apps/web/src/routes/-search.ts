const POSITIVE_INTEGER = /^[1-9]\d{0,14}$/

/** Which season a screen is about; anything that is no id is as good as nothing. */
export function seasonSearch(search: Record<string, unknown>): { season?: number } {
  const season = idIn(search['season'])
  return season === undefined ? {} : { season }
}

/** Two tabs; any other value means the first. */
export function historySearch(search: Record<string, unknown>): { tab?: 'Earned' | 'Purchased' } {
  const { tab } = search
  return tab === 'Purchased' || tab === 'Earned' ? { tab } : {}
}

/** Which one of a list; anything that is no id is as good as nothing. */
export function idSearch(search: Record<string, unknown>): { id?: number } {
  const id = idIn(search['id'])
  return id === undefined ? {} : { id }
}

function idIn(value: unknown): number | undefined {
  return POSITIVE_INTEGER.test(String(value)) ? Number(value) : undefined
}

/** Which order a screen goes on with. */
export function orderSearch(search: Record<string, unknown>): { order?: number } {
  const order = idIn(search['order'])
  return order === undefined ? {} : { order }
}

const TX_HASH = /^0x[0-9a-f]{64}$/i

/** What a finished purchase is looked up by; the hash is only ever shown. */
export function completeSearch(search: Record<string, unknown>): {
  order?: number
  txHash?: string
} {
  const { txHash } = search
  return {
    ...orderSearch(search),
    ...(typeof txHash === 'string' && TX_HASH.test(txHash) && { txHash }),
  }
}

const REFUND_TYPES = ['UNCREDITED', 'CHANGE_OF_MIND', 'OTHER'] as const

/** Three types; any other value means the first. */
export function refundSearch(search: Record<string, unknown>): {
  type?: (typeof REFUND_TYPES)[number]
} {
  const type = REFUND_TYPES.find((each) => each === search['type'])
  return type ? { type } : {}
}
