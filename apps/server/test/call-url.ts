/** Returns the URL of a call with its path and query parameters filled in. */
export function urlOf(path: string, sent: { params?: unknown; query?: unknown }): string {
  const values = new Map(pairsOf(sent.params))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values.get(name) ?? '')
  const search = new URLSearchParams(pairsOf(sent.query))
  return search.size === 0 ? filled : `${filled}?${search.toString()}`
}

/** Repeats the name for each item of a list. */
function pairsOf(values: unknown): [string, string][] {
  return Object.entries(values ?? {}).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, String(one)]),
  )
}
