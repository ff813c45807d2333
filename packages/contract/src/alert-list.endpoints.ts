import type { Endpoint } from './endpoint.ts'

/** By itself: the tab bar asks for it on the first screen, and for nothing else of the slice. */
export const alertListEndpoints = {
  'alert.list': {
    id: 'alert.list',
    method: 'GET',
    path: '/v1/private/users/alarms',
    access: 'member',
    summary:
      "The member's own alerts of the last 30 days, newest first, with how much is unread of them and of the notices.",
    codes: [],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
