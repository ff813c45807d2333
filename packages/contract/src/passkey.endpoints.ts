import { Code } from './codes.ts'
import type { Endpoint } from './endpoint.ts'

export const passkeyEndpoints = {
  'passkey.list': {
    id: 'passkey.list',
    method: 'GET',
    path: '/v1/private/users/passkeys',
    access: 'member',
    summary: "Lists the account's passkeys, oldest first. A device only uses its own.",
    codes: [],
  },
  'passkey.add': {
    id: 'passkey.add',
    method: 'POST',
    path: '/v1/private/users/passkeys',
    access: 'member',
    summary:
      'Stores a passkey of one device. Storing the same one again succeeds. Returns 9992 beyond 20 passkeys.',
    pin: 'PASSKEY_ADD',
    codes: [Code.PIN_VERIFICATION_REQUIRED],
  },
  'passkey.remove': {
    id: 'passkey.remove',
    method: 'DELETE',
    path: '/v1/private/users/passkeys/{credentialId}',
    access: 'member',
    summary: 'Deletes a passkey.',
    pin: 'PASSKEY_REMOVE',
    codes: [Code.PIN_VERIFICATION_REQUIRED, Code.NOT_FOUND],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
