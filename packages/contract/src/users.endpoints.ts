import { Code } from './codes.ts'
import type { Endpoint } from './endpoint.ts'

export const usersEndpoints = {
  'users.me': {
    id: 'users.me',
    method: 'GET',
    path: '/v1/private/users/me',
    access: 'member',
    summary: 'Returns the signed-in member.',
    codes: [Code.USER_NOT_FOUND],
  },
  'users.checkNickname': {
    id: 'users.checkNickname',
    method: 'GET',
    path: '/v1/public/users/nickname/check',
    access: 'public',
    summary: 'Checks whether a nickname is valid and available.',
    limits: ['checksPerIp'],
    codes: [Code.NICKNAME_TAKEN, Code.NICKNAME_FORMAT, Code.TOO_MANY_REQUESTS],
  },
  'users.changeNickname': {
    id: 'users.changeNickname',
    method: 'PATCH',
    path: '/v1/private/users/nicknames',
    access: 'member',
    summary: 'Changes the nickname.',
    codes: [Code.NICKNAME_TAKEN, Code.NICKNAME_FORMAT, Code.NICKNAME_UNCHANGED],
  },
  'users.profile': {
    id: 'users.profile',
    method: 'GET',
    path: '/v1/private/users/profile',
    access: 'member',
    summary: 'Returns the member with language and picture.',
    codes: [Code.USER_NOT_FOUND],
  },
  'users.changeProfile': {
    id: 'users.changeProfile',
    method: 'PATCH',
    path: '/v1/private/users/profile',
    access: 'member',
    summary: "Changes the member's own settings.",
    codes: [Code.USER_NOT_FOUND],
  },
  'users.setProfileImage': {
    id: 'users.setProfileImage',
    method: 'PUT',
    path: '/v1/private/users/profile-image',
    access: 'member',
    summary:
      'Sets or removes the picture: a data URL of png, jpeg or webp of at most 1 MiB. The URL in the response serves the picture itself, without an envelope and without authentication.',
    // Fits a picture of 1 MiB as base64 and the JSON around it.
    bodyLimitBytes: 1_400_000,
    codes: [],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
