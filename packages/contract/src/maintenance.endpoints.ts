import { OPERATOR_ROLES, type Endpoint } from './endpoint.ts'

export const maintenanceEndpoints = {
  'maintenance.show': {
    id: 'maintenance.show',
    method: 'GET',
    path: '/v1/operator/maintenance',
    access: 'operator',
    roles: OPERATOR_ROLES,
    summary: 'What the maintenance flag says, and whether it holds now.',
    codes: [],
  },
  'maintenance.set': {
    id: 'maintenance.set',
    method: 'PUT',
    path: '/v1/operator/maintenance',
    access: 'operator',
    roles: ['PROGRAMME', 'SUPPORT'],
    summary: 'Switches maintenance on, now or from an instant on, or off.',
    codes: [],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
