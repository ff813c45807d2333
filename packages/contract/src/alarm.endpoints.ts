import { Code } from './codes.ts'
import { OPERATOR_ROLES, type Endpoint } from './endpoint.ts'

export const alarmEndpoints = {
  'alarm.list': {
    id: 'alarm.list',
    method: 'GET',
    path: '/v1/operator/alarms',
    access: 'operator',
    roles: OPERATOR_ROLES,
    summary: 'Lists alarms, the newest first. An alarm is open until its cause is gone.',
    codes: [],
  },
  'alarm.acknowledge': {
    id: 'alarm.acknowledge',
    method: 'POST',
    path: '/v1/operator/alarms/{alarmId}/acknowledge',
    access: 'operator',
    roles: ['PROGRAMME', 'SUPPORT', 'FINANCE', 'OPS'],
    summary: 'Records that somebody takes care of an alarm. It stays open until its cause is gone.',
    idempotent: true,
    codes: [Code.NOT_FOUND],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
