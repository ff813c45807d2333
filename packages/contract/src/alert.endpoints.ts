import { Code } from './codes.ts'
import type { Endpoint } from './endpoint.ts'

export const alertEndpoints = {
  'alert.list': {
    id: 'alert.list',
    method: 'GET',
    path: '/v1/private/users/alarms',
    access: 'member',
    summary:
      "The member's own alerts of the last 30 days, newest first, with the unread counts of alerts and notices.",
    codes: [],
  },
  'alert.read': {
    id: 'alert.read',
    method: 'POST',
    // `/alarms/settings/{id}` of the specification would match the same URLs as the former path.
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
    summary: 'The alert settings of the member.',
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
    summary:
      "The quiet hours in the member's own time zone, when pushes that can wait are held back.",
    codes: [],
  },
  'alert.changeQuietHours': {
    id: 'alert.changeQuietHours',
    method: 'PATCH',
    path: '/v1/private/users/alarms/quiet-hours',
    access: 'member',
    summary: 'Changes the quiet hours or sets the time zone of the device.',
    codes: [],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
