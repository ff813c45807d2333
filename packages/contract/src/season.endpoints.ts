import { Code } from './codes.ts'
import type { Endpoint } from './endpoint.ts'

export const seasonEndpoints = {
  'season.listPublic': {
    id: 'season.listPublic',
    method: 'GET',
    path: '/v1/public/seasons',
    access: 'public',
    summary: 'Every published season, the one that runs first, without anything of a member’s.',
    codes: [],
  },
  'season.list': {
    id: 'season.list',
    method: 'GET',
    path: '/v1/private/seasons',
    access: 'member',
    summary: 'Every published season as a card with the member’s own numbers.',
    codes: [],
  },
  'season.show': {
    id: 'season.show',
    method: 'GET',
    path: '/v1/private/seasons/{seasonId}',
    access: 'member',
    summary: 'A season and where the member stands in it.',
    codes: [Code.NOT_FOUND],
  },
  'season.tiers': {
    id: 'season.tiers',
    method: 'GET',
    path: '/v1/private/seasons/{seasonId}/tiers',
    access: 'member',
    summary: 'The tiers of a season, lowest first, and which one is the member’s.',
    codes: [Code.NOT_FOUND],
  },
  'season.rounds': {
    id: 'season.rounds',
    method: 'GET',
    path: '/v1/private/seasons/{seasonId}/rounds',
    access: 'member',
    summary: 'The rounds of a season in order, with the member’s XP and reward in each.',
    codes: [Code.NOT_FOUND],
  },
  'season.levels': {
    id: 'season.levels',
    method: 'GET',
    path: '/v1/private/seasons/{seasonId}/levels',
    access: 'member',
    summary: 'Every level of a season with the XP it needs and the bonus it gives.',
    codes: [Code.NOT_FOUND],
  },
  'season.banners': {
    id: 'season.banners',
    method: 'GET',
    path: '/v1/private/seasons/{seasonId}/banners',
    access: 'member',
    summary: 'What the season puts on show, in order.',
    codes: [Code.NOT_FOUND],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
