import { Code } from './codes.ts'
import type { Endpoint } from './endpoint.ts'

export const exportEndpoints = {
  'export.summary': {
    id: 'export.summary',
    method: 'GET',
    path: '/v1/private/users/exports',
    access: 'member',
    summary: 'Counts what a file with all data of the member would contain.',
    codes: [],
  },
  'export.create': {
    id: 'export.create',
    method: 'POST',
    path: '/v1/private/users/exports',
    access: 'member',
    summary: 'Prepares the file with all data of the member, for download in parts within an hour.',
    pin: 'DATA_EXPORT',
    limits: ['exportsPerMember'],
    codes: [Code.PIN_VERIFICATION_REQUIRED, Code.WITHDRAWALS_PAUSED, Code.TOO_MANY_REQUESTS],
  },
  'export.part': {
    id: 'export.part',
    method: 'GET',
    path: '/v1/private/users/exports/{exportId}/parts/{part}',
    access: 'member',
    summary: 'Returns one part of a prepared file. The parts in their order are the data.',
    codes: [Code.NOT_FOUND],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
