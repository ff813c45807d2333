import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/test-app.ts'
import { archiveReadings, readArchive } from './wal-archive.ts'

const NOW = new Date('2026-06-23T08:00:00.000Z')
const since = new Date('2026-06-23T07:55:00.000Z')

let server: TestApp
beforeAll(async () => {
  server = await startTestApp()
})
afterAll(() => server.close())

describe('the age of the archived write-ahead log', () => {
  test('is the time since the last segment was archived', () => {
    const [reading] = archiveReadings({ mode: 'on', since }, NOW)

    expect(reading?.values).toEqual([{ labels: {}, value: 300 }])
  })

  test('has no value for a database that archives nothing, whenever it did before', async () => {
    expect(archiveReadings({ mode: 'off', since }, NOW)[0]?.values).toEqual([])
    expect(archiveReadings({ mode: 'on', since: null }, NOW)[0]?.values).toEqual([])
    expect((await readArchive(server.ctx))[0]?.values).toEqual([])
  })
})
