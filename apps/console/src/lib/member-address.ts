import type { AddressDialog } from './dialog-address.ts'

type Search = { entry?: string; open?: AddressDialog }

/** Returns the address of a member's page, with an explained entry or an open dialog. */
export const memberAddress = (userId: number | string, search: Search = {}) => ({
  to: '/members/$userId' as const,
  params: { userId: String(userId) },
  search,
})
