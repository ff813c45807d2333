import { Code } from './codes.ts'
import type { Endpoint } from './endpoint.ts'

/** A longer address book would be hard to use. */
export const BOOKMARKS_MAX = 200

export const bookmarkEndpoints = {
  'bookmark.list': {
    id: 'bookmark.list',
    method: 'GET',
    path: '/v1/private/users/wallets/bookmarks',
    access: 'member',
    summary: 'Lists the address book by name. The filter matches name and address.',
    codes: [],
  },
  'bookmark.add': {
    id: 'bookmark.add',
    method: 'POST',
    path: '/v1/private/users/wallets/bookmarks',
    access: 'member',
    summary:
      'Adds an address to the address book. An entry with the same name, address and network is returned unchanged and needs no PIN. Returns 9992 beyond 200 entries.',
    pin: 'BOOKMARK_CHANGE',
    codes: [Code.PIN_VERIFICATION_REQUIRED, Code.WALLET_ADDRESS_INVALID],
  },
  'bookmark.change': {
    id: 'bookmark.change',
    method: 'PATCH',
    path: '/v1/private/users/wallets/bookmarks/{id}',
    access: 'member',
    summary:
      'Changes an entry of the address book. An entry with a changed address counts as new again.',
    pin: 'BOOKMARK_CHANGE',
    codes: [Code.PIN_VERIFICATION_REQUIRED, Code.WALLET_ADDRESS_INVALID, Code.NOT_FOUND],
  },
  'bookmark.remove': {
    id: 'bookmark.remove',
    method: 'DELETE',
    path: '/v1/private/users/wallets/bookmarks/{id}',
    access: 'member',
    summary: 'Removes an entry from the address book.',
    pin: 'BOOKMARK_CHANGE',
    codes: [Code.PIN_VERIFICATION_REQUIRED, Code.NOT_FOUND],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
