import { Code } from './codes.ts'
import { OPERATOR_ROLES, type Endpoint } from './endpoint.ts'

export const leagueEndpoints = {
  'league.mine': {
    id: 'league.mine',
    method: 'GET',
    path: '/v1/private/seasons/{seasonId}/league',
    access: 'member',
    summary: 'Returns the member’s league of this week, its moves, and the result of the last one.',
    codes: [Code.NOT_FOUND],
  },
  'league.takePart': {
    id: 'league.takePart',
    method: 'PUT',
    path: '/v1/private/users/league',
    access: 'member',
    summary: 'Leaves the leagues, or takes part in them again.',
    codes: [],
  },
  'league.draw': {
    id: 'league.draw',
    method: 'GET',
    path: '/v1/public/seasons/{seasonId}/leagues/{week}',
    access: 'public',
    summary:
      'Returns the draw of a week by blinded names. The seed is public after the week, so that anybody can repeat the draw.',
    codes: [Code.NOT_FOUND, Code.LEAGUE_NOT_DRAWN],
    limits: ['drawsPerIp'],
    replica: 'any',
  },
  'league.season': {
    id: 'league.season',
    method: 'GET',
    path: '/v1/operator/seasons/{seasonId}/leagues',
    access: 'operator',
    roles: OPERATOR_ROLES,
    summary: 'Returns how many members play in how many leagues of a season, by week and rung.',
    codes: [Code.NOT_FOUND],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
