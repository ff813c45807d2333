import { useQuery } from '@tanstack/react-query'
import { normaliseAddress } from './address.ts'
import { bookmarksQuery } from './api.ts'

/** Returns a function for the names of saved addresses. */
export function useNames(): (address: string) => string | undefined {
  const { data: bookmarks = [] } = useQuery(bookmarksQuery)
  const names = new Map(bookmarks.map(({ address, name }) => [normaliseAddress(address), name]))
  return (address) => names.get(normaliseAddress(address))
}
