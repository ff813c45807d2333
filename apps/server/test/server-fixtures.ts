import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach } from 'vitest'
import { copyTemplate } from './pglite-template.ts'
import { startProcess, type ServerProcess } from './server-process.ts'
import { openTestDatabase } from './test-database.ts'

/**
 * Prevents hanging and is no timing check: starting and stopping real servers is slow on a busy
 * machine.
 */
export const SERVER_TEST_TIMEOUT_MS = 300_000

const onPostgres = process.env['SOLSTICE_TEST_DB'] === 'postgres'

export type ServerFixtures = {
  /** Creates a folder with its own migrated database in it, or next to it on PostgreSQL. */
  aDataFolder: (copyOf?: string) => Promise<Record<string, string>>
  /** Creates an empty folder, as before the very first start. */
  anEmptyDataFolder: () => Promise<{ SOLSTICE_DATA: string }>
  /** Starts a server, waits until it is ready and stops it after the test. */
  run: (settings: Record<string, string>) => Promise<ServerProcess & { address: string }>
}

/** Creates data folders and runs servers on them for one test file. */
export function serverFixtures(): ServerFixtures {
  const folders: string[] = []
  const running: ServerProcess[] = []
  afterEach(async () => {
    for (const server of running.splice(0)) {
      server.kill('SIGKILL')
      await server.ended
    }
  })
  afterAll(async () => {
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  })
  const anEmptyDataFolder = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'solstice-main-'))
    folders.push(folder)
    return { SOLSTICE_DATA: folder }
  }
  return {
    anEmptyDataFolder,
    aDataFolder: async (copyOf) => {
      const home = await anEmptyDataFolder()
      const folder = home.SOLSTICE_DATA
      if (copyOf !== undefined) await cp(copyOf, folder, { recursive: true })
      else if (!onPostgres) await copyTemplate(folder)
      const alone = { ...home, NODE_ENV: 'test', APPROVALS: 'off' }
      if (!onPostgres) return alone
      const database = await openTestDatabase()
      await database.close()
      return { ...alone, DATABASE_URL: database.url ?? '' }
    },
    run: async (settings) => {
      const server = startProcess(settings)
      running.push(server)
      return { ...server, address: await server.ready }
    },
  }
}
