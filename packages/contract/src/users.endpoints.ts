import { Code } from './codes.ts'
import type { Endpoint } from './endpoint.ts'

export const usersEndpoints = {
  'users.me': {
    id: 'users.me',
    method: 'GET',
    path: '/v1/private/users/me',
    access: 'member',
    summary: 'The signed-in member.',
    codes: [Code.USER_NOT_FOUND],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
