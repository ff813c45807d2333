import { Code } from './codes.ts'
import type { Endpoint } from './endpoint.ts'

export const pinEndpoints = {
  'pin.state': {
    id: 'pin.state',
    method: 'GET',
    path: '/v1/private/users/pin',
    access: 'member',
    device: 'optional',
    summary: 'Returns whether a PIN is set or locked, and the salt for stretching its entry.',
    codes: [],
  },
  'pin.enrol': {
    id: 'pin.enrol',
    method: 'POST',
    path: '/v1/private/users/pin/enrolment',
    access: 'member',
    summary:
      'Evaluates a blinded new PIN under a fresh key, to be confirmed within ten minutes. Without the old PIN it requires the password, unless the member logged in less than ten minutes ago (else 1008).',
    pin: 'PIN_CHANGE',
    limits: ['passwordPerMember'],
    codes: [
      Code.PASSWORD_MISMATCH,
      Code.PIN_ALREADY_SET,
      Code.PIN_VERIFICATION_REQUIRED,
      Code.PIN_LOCKED,
      Code.TOO_MANY_REQUESTS,
    ],
  },
  'pin.set': {
    id: 'pin.set',
    method: 'POST',
    path: '/v1/private/users/pin',
    access: 'member',
    device: 'optional',
    summary: 'Activates an enrolled PIN. The key of the earlier one is retired.',
    codes: [Code.PIN_NOT_SET, Code.PIN_LOCKED],
  },
  'pin.tries': {
    id: 'pin.tries',
    method: 'GET',
    path: '/v1/private/users/pin/tries',
    access: 'member',
    device: 'replaces-session',
    summary:
      'Returns how many wrong PIN entries this device has left before a delay, and when the next entry is allowed. Uses no attempt.',
    limits: ['pinPerIp'],
    codes: [Code.PIN_LOCKED, Code.NOT_FOUND, Code.TOO_MANY_REQUESTS],
  },
  'pin.evaluate': {
    id: 'pin.evaluate',
    method: 'POST',
    path: '/v1/private/users/pin/evaluation',
    access: 'member',
    device: 'replaces-session',
    summary:
      'Evaluates a blinded PIN entry, also under a retired key. The attempt is committed before the evaluation.',
    limits: ['pinPerIp'],
    codes: [
      Code.PIN_ATTEMPTS_EXCEEDED,
      Code.PIN_NOT_SET,
      Code.PIN_LOCKED,
      Code.PIN_WAIT,
      Code.NOT_FOUND,
      Code.TOO_MANY_REQUESTS,
    ],
  },
  'pin.verify': {
    id: 'pin.verify',
    method: 'POST',
    path: '/v1/private/users/pin/verify',
    access: 'member',
    device: 'replaces-session',
    summary:
      'Exchanges the proof of a correct PIN for a token. The same evaluation may be verified again.',
    limits: ['pinPerIp'],
    codes: [
      Code.PIN_INCORRECT,
      Code.PIN_ATTEMPTS_EXCEEDED,
      Code.PIN_NOT_SET,
      Code.PIN_LOCKED,
      Code.NOT_FOUND,
      Code.TOO_MANY_REQUESTS,
    ],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
