import { Code } from './codes.ts'
import type { Endpoint } from './endpoint.ts'

export const freezeEndpoints = {
  'freeze.hold': {
    id: 'freeze.hold',
    method: 'GET',
    path: '/v1/private/users/payout-hold',
    access: 'member',
    summary:
      'Returns why payouts to the member are on hold and until when, or null if they are not.',
    codes: [],
  },
  'freeze.sendCode': {
    id: 'freeze.sendCode',
    method: 'POST',
    path: '/v1/private/users/payout-hold/code',
    access: 'member',
    summary:
      'Emails the code required to unfreeze payouts. Returns 2901 when nothing is frozen. No body.',
    limits: ['codesPerMember', 'codesPerIp'],
    codes: [Code.NOT_FOUND, Code.TOO_MANY_REQUESTS],
  },
  'freeze.lift': {
    id: 'freeze.lift',
    method: 'POST',
    path: '/v1/private/users/payout-hold/lift',
    access: 'member',
    summary:
      'Unfreezes payouts with the emailed code and either the PIN or a signature of the registered wallet.',
    pin: 'PAYOUT_UNFREEZE',
    limits: ['unfreezePerSession'],
    codes: [
      Code.VERIFICATION_CODE_INVALID,
      Code.VERIFICATION_CODE_EXPIRED,
      Code.PIN_VERIFICATION_REQUIRED,
      Code.WALLET_OWNERSHIP_UNPROVEN,
      Code.PROOF_TOO_NEW,
      Code.NOT_FOUND,
      Code.TOO_MANY_REQUESTS,
    ],
  },
  'freeze.readLink': {
    id: 'freeze.readLink',
    method: 'POST',
    path: '/v1/public/security-reports/link',
    access: 'public',
    summary:
      'Returns the event behind the link of a security email. Changes nothing. Returns 2901 for an expired link.',
    limits: ['checksPerIp'],
    openInMaintenance: true,
    codes: [Code.NOT_FOUND, Code.TOO_MANY_REQUESTS],
  },
  'freeze.report': {
    id: 'freeze.report',
    method: 'POST',
    path: '/v1/public/security-reports',
    access: 'public',
    device: 'optional',
    summary:
      'Reports that the member did not cause a security event: freezes payouts and ends every session. Each link works once.',
    limits: ['checksPerIp'],
    openInMaintenance: true,
    codes: [Code.NOT_FOUND, Code.TOO_MANY_REQUESTS],
  },
  'freeze.liftForMember': {
    id: 'freeze.liftForMember',
    method: 'POST',
    path: '/v1/operator/members/{userId}/unfreeze',
    access: 'operator',
    roles: ['SUPPORT'],
    summary:
      'Unfreezes the payouts of a member who reads out the emailed code. A deleted member has no mailbox here, so the owner unfreezes without a code.',
    codes: [Code.VERIFICATION_CODE_INVALID, Code.VERIFICATION_CODE_EXPIRED, Code.NOT_FOUND],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
