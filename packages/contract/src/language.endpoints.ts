import type { Endpoint } from './endpoint.ts'

export const languageEndpoints = {
  'language.list': {
    id: 'language.list',
    method: 'GET',
    path: '/v1/public/lang',
    access: 'public',
    summary: 'The languages the app speaks.',
    codes: [],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
