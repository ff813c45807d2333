import { Code } from './codes.ts'
import type { Endpoint } from './endpoint.ts'

export const seasonEndpoints = {
  'season.listPublic': {
    id: 'season.listPublic',
    method: 'GET',
    path: '/v1/public/seasons',
    access: 'public',
    summary: 'Lists every published season, the current one first, without data of a member.',
    codes: [],
    replica: 'any',
  },
  'season.list': {
    id: 'season.list',
    method: 'GET',
    path: '/v1/private/seasons',
    access: 'member',
    summary: 'Lists every published season as a card with the member’s own statistics.',
    codes: [],
  },
  'season.show': {
    id: 'season.show',
    method: 'GET',
    path: '/v1/private/seasons/{seasonId}',
    access: 'member',
    summary: 'Returns a season and the member’s status in it.',
    codes: [Code.NOT_FOUND],
  },
  'season.tiers': {
    id: 'season.tiers',
    method: 'GET',
    path: '/v1/private/seasons/{seasonId}/tiers',
    access: 'member',
    summary: 'Lists the tiers of a season, lowest first, and marks the member’s tier.',
    codes: [Code.NOT_FOUND],
  },
  'season.rounds': {
    id: 'season.rounds',
    method: 'GET',
    path: '/v1/private/seasons/{seasonId}/rounds',
    access: 'member',
    summary: 'Lists the rounds of a season in order, with the member’s XP and reward in each.',
    codes: [Code.NOT_FOUND],
  },
  'season.levels': {
    id: 'season.levels',
    method: 'GET',
    path: '/v1/private/seasons/{seasonId}/levels',
    access: 'member',
    summary: 'Lists every level of a season with the XP it requires and its bonus.',
    codes: [Code.NOT_FOUND],
    replica: 'any',
  },
  'season.banners': {
    id: 'season.banners',
    method: 'GET',
    path: '/v1/private/seasons/{seasonId}/banners',
    access: 'member',
    summary: 'Lists the banners of the season in order.',
    codes: [Code.NOT_FOUND],
    replica: 'any',
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
