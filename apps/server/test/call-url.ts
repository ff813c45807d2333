/** The address of a call, with what its path and query carry. */
export function urlOf(path: string, sent: { params?: unknown; query?: unknown }): string {
  const values = new Map(pairsOf(sent.params))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values.get(name) ?? '')
  const search = new URLSearchParams(pairsOf(sent.query))
  return search.size === 0 ? filled : `${filled}?${search.toString()}`
}

/** A list is the same name again and again. */
function pairsOf(values: unknown): [string, string][] {
  return Object.entries(values ?? {}).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, String(one)]),
  )
}
