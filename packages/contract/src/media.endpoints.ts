import { OPERATOR_ROLES, type Endpoint } from './endpoint.ts'

/** A picture of 1.4 MB in base64, its name and the JSON around them. */
const UPLOAD_LIMIT_BYTES = 2_000_000

export const mediaEndpoints = {
  'media.list': {
    id: 'media.list',
    method: 'GET',
    path: '/v1/operator/media',
    access: 'operator',
    roles: OPERATOR_ROLES,
    summary: 'Lists the uploaded pictures, newest first.',
    codes: [],
  },
  'media.add': {
    id: 'media.add',
    method: 'POST',
    path: '/v1/operator/media',
    access: 'operator',
    roles: ['PROGRAMME'],
    summary:
      'Stores a PNG, JPEG or WebP picture of at most 1.4 MB as WebP, without its metadata. The same picture is stored once. Other files are rejected with data.issues.',
    idempotent: true,
    bodyLimitBytes: UPLOAD_LIMIT_BYTES,
    codes: [],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
