const POSITIVE_INTEGER = /^[1-9]\d{0,14}$/

/** Which season a screen is about; anything that is no id is as good as nothing. */
export function seasonSearch(search: Record<string, unknown>): { season?: number } {
  const wanted = String(search['season'])
  return POSITIVE_INTEGER.test(wanted) ? { season: Number(wanted) } : {}
}

/** Two tabs; any other value means the first. */
export function historySearch(search: Record<string, unknown>): { tab?: 'Earned' | 'Purchased' } {
  const { tab } = search
  return tab === 'Purchased' || tab === 'Earned' ? { tab } : {}
}

/** Which one of a list; anything that is no id is as good as nothing. */
export function idSearch(search: Record<string, unknown>): { id?: number } {
  const wanted = String(search['id'])
  return POSITIVE_INTEGER.test(wanted) ? { id: Number(wanted) } : {}
}
