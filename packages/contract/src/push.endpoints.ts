import { Code } from './codes.ts'
import type { Endpoint } from './endpoint.ts'

export const pushEndpoints = {
  'push.subscribe': {
    id: 'push.subscribe',
    method: 'POST',
    path: '/v1/private/users/web-push',
    access: 'member',
    summary:
      "Keeps where the member's device receives pushes. An endpoint that is known moves to this member.",
    limits: ['devicesPerMember'],
    codes: [Code.TOO_MANY_REQUESTS],
  },
  'push.unsubscribe': {
    id: 'push.unsubscribe',
    method: 'POST',
    path: '/v1/push/unsubscribe',
    access: 'public',
    summary:
      'Forgets an endpoint; also one that is not known. Needs no session: whoever knows the endpoint holds the device.',
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
      "Pushes to the member's own devices at once. A push carries code and ids only, so title and body are taken and not sent.",
    limits: ['pushTestsPerMember'],
    codes: [Code.NOT_FOUND, Code.TOO_MANY_REQUESTS],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
