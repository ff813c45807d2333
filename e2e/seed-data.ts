import { existsSync } from 'node:fs'
import { seededData, startServer } from '../tools/server.ts'

/** Starts and stops one server, so that the others start on a copy of its data folder. */
export default async function setUp(): Promise<void> {
  const folder = seededData()
  if (folder === undefined || existsSync(folder)) return
  const server = await startServer({ SOLSTICE_DATA: folder })
  await server.stop()
}
