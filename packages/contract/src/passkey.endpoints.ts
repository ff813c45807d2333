import { Code } from './codes.ts'
import type { Endpoint } from './endpoint.ts'

export const passkeyEndpoints = {
  'passkey.list': {
    id: 'passkey.list',
    method: 'GET',
    path: '/v1/private/users/passkeys',
    access: 'member',
    summary: "The account's passkeys, oldest first; a device gates on its own.",
    codes: [],
  },
  'passkey.add': {
    id: 'passkey.add',
    method: 'POST',
    path: '/v1/private/users/passkeys',
    access: 'member',
    summary:
      'Remembers a passkey of one device. The same one again succeeds; beyond 20 passkeys 9992.',
    pin: 'PASSKEY_ADD',
    codes: [Code.PIN_VERIFICATION_REQUIRED],
  },
  'passkey.remove': {
    id: 'passkey.remove',
    method: 'DELETE',
    path: '/v1/private/users/passkeys/{credentialId}',
    access: 'member',
    summary: 'Forgets a passkey.',
    pin: 'PASSKEY_REMOVE',
    codes: [Code.PIN_VERIFICATION_REQUIRED, Code.NOT_FOUND],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
