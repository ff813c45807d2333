import { Code } from './codes.ts'
import type { Endpoint } from './endpoint.ts'

/** More entries than this nobody finds anything in. */
export const BOOKMARKS_MAX = 200

export const bookmarkEndpoints = {
  'bookmark.list': {
    id: 'bookmark.list',
    method: 'GET',
    path: '/v1/private/users/wallets/bookmarks',
    access: 'member',
    summary: 'The address book by name; the filter is looked for in name and address.',
    codes: [],
  },
  'bookmark.add': {
    id: 'bookmark.add',
    method: 'POST',
    path: '/v1/private/users/wallets/bookmarks',
    access: 'member',
    summary:
      'Adds an address to the address book. What is there already, by name, address and network, is answered as it is, without a PIN; beyond 200 entries 9992.',
    pin: 'BOOKMARK_CHANGE',
    codes: [Code.PIN_VERIFICATION_REQUIRED, Code.WALLET_ADDRESS_INVALID],
  },
  'bookmark.change': {
    id: 'bookmark.change',
    method: 'PATCH',
    path: '/v1/private/users/wallets/bookmarks/{id}',
    access: 'member',
    summary:
      'Changes an entry of the address book. An entry whose address changed is new to the member again.',
    pin: 'BOOKMARK_CHANGE',
    codes: [Code.PIN_VERIFICATION_REQUIRED, Code.WALLET_ADDRESS_INVALID, Code.NOT_FOUND],
  },
  'bookmark.remove': {
    id: 'bookmark.remove',
    method: 'DELETE',
    path: '/v1/private/users/wallets/bookmarks/{id}',
    access: 'member',
    summary: 'Removes an entry of the address book.',
    pin: 'BOOKMARK_CHANGE',
    codes: [Code.PIN_VERIFICATION_REQUIRED, Code.NOT_FOUND],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
