import { Code } from './codes.ts'
import type { Endpoint } from './endpoint.ts'

export const pushEndpoints = {
  'push.subscribe': {
    id: 'push.subscribe',
    method: 'POST',
    path: '/v1/private/users/web-push',
    access: 'member',
    summary:
      "Stores the push subscription of the member's device. A known endpoint moves to this member.",
    limits: ['devicesPerMember'],
    codes: [Code.TOO_MANY_REQUESTS],
  },
  'push.unsubscribe': {
    id: 'push.unsubscribe',
    method: 'POST',
    path: '/v1/push/unsubscribe',
    access: 'public',
    summary:
      'Deletes an endpoint, known or not. Needs no session, because only the device knows its endpoint.',
    limits: ['checksPerIp'],
    openInMaintenance: true,
    codes: [Code.TOO_MANY_REQUESTS],
  },
  'push.test': {
    id: 'push.test',
    method: 'POST',
    path: '/v1/private/users/web-push/test',
    access: 'member',
    summary:
      "Pushes to the member's own devices immediately. A push carries only code and ids, so title and body are accepted but not sent.",
    limits: ['pushTestsPerMember'],
    codes: [Code.NOT_FOUND, Code.TOO_MANY_REQUESTS],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
