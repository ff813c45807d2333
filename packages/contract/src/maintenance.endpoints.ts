import { OPERATOR_ROLES, type Endpoint } from './endpoint.ts'

export const maintenanceEndpoints = {
  'maintenance.show': {
    id: 'maintenance.show',
    method: 'GET',
    path: '/v1/operator/maintenance',
    access: 'operator',
    roles: OPERATOR_ROLES,
    summary: 'Returns the maintenance flag and whether it is in effect now.',
    codes: [],
  },
  'maintenance.history': {
    id: 'maintenance.history',
    method: 'GET',
    path: '/v1/operator/maintenance/history',
    access: 'operator',
    roles: OPERATOR_ROLES,
    summary: 'Lists the settings of the maintenance flag, newest first, with their times.',
    codes: [],
  },
  'maintenance.set': {
    id: 'maintenance.set',
    method: 'PUT',
    path: '/v1/operator/maintenance',
    access: 'operator',
    roles: ['PROGRAMME', 'SUPPORT', 'OPS'],
    summary: 'Switches maintenance on, immediately or from a given time, or off.',
    codes: [],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
