import { Code } from './codes.ts'
import type { Endpoint } from './endpoint.ts'

const read = {
  method: 'GET',
  access: 'operator',
  roles: ['SUPPORT', 'FINANCE', 'AUDITOR'],
  codes: [Code.NOT_FOUND],
} as const

/** The file of a member as operators see it. */
export const memberEndpoints = {
  'member.revealEmail': {
    ...read,
    id: 'member.revealEmail',
    path: '/v1/operator/members/{userId}/email',
    summary: 'Returns the whole email address of a member; the read is recorded.',
  },
  'member.timeline': {
    ...read,
    id: 'member.timeline',
    path: '/v1/operator/members/{userId}/timeline',
    summary:
      'Lists everything that happened to a member, newest first: credits, purchases, payouts, messages, security events, refusals and what operators did.',
  },
  'member.season': {
    ...read,
    id: 'member.season',
    path: '/v1/operator/members/{userId}/seasons/{seasonId}',
    summary: 'Returns level, tier, rank, balances and rounds of a member in a season.',
  },
  'member.missions': {
    ...read,
    id: 'member.missions',
    path: '/v1/operator/members/{userId}/seasons/{seasonId}/missions',
    summary: 'Says for every mission of a season whether the member would get it now, and why not.',
  },
  'member.sessions': {
    ...read,
    id: 'member.sessions',
    path: '/v1/operator/members/{userId}/sessions',
    roles: ['SUPPORT', 'FINANCE', 'OPS', 'AUDITOR'],
    summary: 'Lists the open sessions of a member, last used first.',
  },
  'member.endSessions': {
    id: 'member.endSessions',
    method: 'POST',
    path: '/v1/operator/members/{userId}/sessions/end',
    access: 'operator',
    roles: ['SUPPORT', 'OPS'],
    idempotent: true,
    summary: 'Ends all sessions of a member at once; the account stays open.',
    codes: [Code.NOT_FOUND],
  },
  'member.referrals': {
    ...read,
    id: 'member.referrals',
    path: '/v1/operator/members/{userId}/referrals',
    summary: 'Lists the friends of a member, newest first, with what each of them lacks.',
  },
  'member.orders': {
    ...read,
    id: 'member.orders',
    path: '/v1/operator/members/{userId}/orders',
    summary: 'Lists the purchases of a member, newest first.',
  },
  'member.notes': {
    ...read,
    id: 'member.notes',
    path: '/v1/operator/members/{userId}/notes',
    summary: 'Lists the notes of operators about a member, newest first.',
  },
  'member.addNote': {
    id: 'member.addNote',
    method: 'POST',
    path: '/v1/operator/members/{userId}/notes',
    access: 'operator',
    roles: ['SUPPORT', 'FINANCE'],
    idempotent: true,
    summary: 'Adds a note about a member, which only operators read.',
    codes: [Code.NOT_FOUND],
  },
  'member.removeNote': {
    id: 'member.removeNote',
    method: 'DELETE',
    path: '/v1/operator/members/{userId}/notes/{noteId}',
    access: 'operator',
    roles: ['SUPPORT', 'FINANCE'],
    summary: 'Removes a note that the operator wrote.',
    codes: [Code.NOT_FOUND],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
