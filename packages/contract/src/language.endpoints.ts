import type { Endpoint } from './endpoint.ts'

export const languageEndpoints = {
  'language.list': {
    id: 'language.list',
    method: 'GET',
    path: '/v1/public/lang',
    access: 'public',
    summary: 'Lists the languages of the app.',
    codes: [],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
