import { Code } from './codes.ts'
import type { Endpoint } from './endpoint.ts'

export const accountEndpoints = {
  'account.verifyPassword': {
    id: 'account.verifyPassword',
    method: 'POST',
    path: '/v1/private/users/passwords',
    access: 'member',
    summary: 'Checks the password of the signed-in member.',
    limits: ['passwordPerMember'],
    codes: [Code.PASSWORD_MISMATCH, Code.TOO_MANY_REQUESTS],
  },
  'account.changePassword': {
    id: 'account.changePassword',
    method: 'PATCH',
    path: '/v1/private/users/passwords',
    access: 'member',
    device: 'optional',
    summary: 'Changes the password and ends every other session.',
    pin: 'PASSWORD_CHANGE',
    limits: ['passwordPerMember'],
    codes: [
      Code.PASSWORD_FORMAT,
      Code.PASSWORD_MISMATCH,
      Code.PIN_VERIFICATION_REQUIRED,
      Code.TOO_MANY_REQUESTS,
    ],
  },
  'account.delete': {
    id: 'account.delete',
    method: 'DELETE',
    path: '/v1/private/users',
    access: 'member',
    summary: 'Deletes the account. Its email address cannot be registered again for 180 days.',
    pin: 'ACCOUNT_DELETE',
    codes: [Code.PIN_VERIFICATION_REQUIRED, Code.WITHDRAWALS_PAUSED, Code.PAYOUTS_FROZEN],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
