type Value = string | number | boolean | null | undefined
export type QueryParams = Readonly<Record<string, Value | readonly Value[]>>

/**
 * Builds a query string. Arrays become repeated keys (`a=1&a=2`); null and undefined are omitted.
 */
export function toQueryString(params: QueryParams): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(params)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item != null) search.append(key, String(item))
    }
  }
  const text = search.toString()
  return text && `?${text}`
}
