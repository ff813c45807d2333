import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CHUNKS, CHUNK_GROUPS } from './chunk-groups.ts'

const root = join(import.meta.dirname, '../../..')
const folderOf = (start: string) => {
  if (start.startsWith('node_modules/')) return ''
  return start.startsWith('src/') ? 'apps/web/' : 'packages/'
}

test.each(Object.values(CHUNK_GROUPS).flat())(
  'lists the start of an existing file path: %s',
  (start) => {
    // A query names the part of a route that the router loads lazily.
    const [path = ''] = start.split('?')
    const found = globSync(`${folderOf(start)}${path}*`, { cwd: root })

    expect(found.length).toBeGreaterThan(0)
  },
)

test('assigns a file by its path, not by a similar name', () => {
  const chunkOf = (id: string) => CHUNKS.find(({ test: holds }) => holds(id))?.name

  expect(chunkOf('/solstice/node_modules/react-dom/client.js')).toBe('react')
  expect(chunkOf('/solstice/node_modules/react-aria/index.js')).toBeUndefined()
  expect(chunkOf('/solstice/apps/web/src/ui/card.module.css')).toBe('cards')
  expect(chunkOf('/solstice/apps/web/src/features/wallet/overview/home-card.tsx')).toBeUndefined()
})
