import { Code } from './codes.ts'
import type { Endpoint } from './endpoint.ts'

export const alertEndpoints = {
  'alert.list': {
    id: 'alert.list',
    method: 'GET',
    path: '/v1/private/users/alarms',
    access: 'member',
    summary:
      "The member's own alerts of the last 30 days, newest first, with how much is unread of them and of the notices.",
    codes: [],
  },
  'alert.read': {
    id: 'alert.read',
    method: 'POST',
    // `/alarms/settings/{id}` of the specification fits the same addresses as the former path.
    path: '/v1/private/users/alarms/read/{id}',
    formerPath: '/v1/private/users/alarms/{id}/read',
    access: 'member',
    summary: 'Marks one alert as read.',
    openInMaintenance: true,
    codes: [Code.NOT_FOUND],
  },
  'alert.readAll': {
    id: 'alert.readAll',
    method: 'POST',
    path: '/v1/private/users/alarms/read',
    access: 'member',
    summary: 'Marks every alert as read.',
    openInMaintenance: true,
    codes: [],
  },
  'alert.settings': {
    id: 'alert.settings',
    method: 'GET',
    path: '/v1/private/users/alarms/settings',
    access: 'member',
    summary: 'What the member wants to be told about.',
    codes: [],
  },
  'alert.changeSetting': {
    id: 'alert.changeSetting',
    method: 'PATCH',
    path: '/v1/private/users/alarms/settings/{id}',
    access: 'member',
    summary: 'Switches one kind of alert on or off.',
    codes: [Code.NOT_FOUND],
  },
  'alert.quietHours': {
    id: 'alert.quietHours',
    method: 'GET',
    path: '/v1/private/users/alarms/quiet-hours',
    access: 'member',
    summary: "When nothing that can wait is pushed, in the member's own zone.",
    codes: [],
  },
  'alert.changeQuietHours': {
    id: 'alert.changeQuietHours',
    method: 'PATCH',
    path: '/v1/private/users/alarms/quiet-hours',
    access: 'member',
    summary: 'Changes the quiet hours, or tells the zone the device is in.',
    codes: [],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
