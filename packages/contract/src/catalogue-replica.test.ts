import { expect, test } from 'vitest'
import { endpoints } from './catalogue.ts'
import type { Endpoint } from './endpoint.ts'

const all: readonly Endpoint[] = Object.values(endpoints)
const ofReplica = all.filter(({ replica }) => replica !== undefined)

test('exactly the ranking, public lists and old pages of a history may be read from a replica', () => {
  const pages = ofReplica.map(({ id, replica }) => `${id}: ${replica}`)

  // A call belongs here only if a reply that is seconds old can neither log a member out nor show
  // a wrong balance, limit or right.
  expect(pages.toSorted()).toEqual([
    'history.list: old-pages',
    'history.tickets: old-pages',
    'hold.published: any',
    'league.draw: any',
    'notice.list: any',
    'ranking.list: any',
    'season.banners: any',
    'season.levels: any',
    'season.listPublic: any',
  ])
})

test('a call that may be read from a replica writes nothing, and no proxy keeps its reply', () => {
  expect(ofReplica).not.toEqual([])
  for (const each of ofReplica) {
    expect(each).toMatchObject({ method: 'GET' })
    expect(['public', 'member']).toContain(each.access)
    expect(each).not.toHaveProperty('cacheSeconds')
    expect(each).not.toHaveProperty('idempotent')
    expect(each).not.toHaveProperty('device')
  }
})
