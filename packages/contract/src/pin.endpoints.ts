import { Code } from './codes.ts'
import type { Endpoint } from './endpoint.ts'

export const pinEndpoints = {
  'pin.state': {
    id: 'pin.state',
    method: 'GET',
    path: '/v1/private/users/pin',
    access: 'member',
    device: 'optional',
    summary: 'Whether a PIN is set or locked, and the salt its entry is stretched with.',
    codes: [],
  },
  'pin.enrol': {
    id: 'pin.enrol',
    method: 'POST',
    path: '/v1/private/users/pin/enrolment',
    access: 'member',
    summary:
      'Evaluates a blinded new PIN under a fresh key, to be confirmed within ten minutes. Without the old PIN it takes the password, unless the log-in is less than ten minutes ago (else 1008).',
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
    summary: 'Puts an enrolled PIN to use; the key of an earlier one is retired.',
    codes: [Code.PIN_NOT_SET, Code.PIN_LOCKED],
  },
  'pin.tries': {
    id: 'pin.tries',
    method: 'GET',
    path: '/v1/private/users/pin/tries',
    access: 'member',
    device: 'replaces-session',
    summary:
      'How many wrong entries of a PIN are still answered at once on this device, and when the next one is. Costs no try.',
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
      'Evaluates a blinded PIN entry, also under a retired key. The try is committed before the evaluation.',
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
    summary: 'Exchanges the proof of a right PIN for a token; the same evaluation may ask again.',
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
