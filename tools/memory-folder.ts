import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

/** Linux keeps the files of this folder in memory. */
const MEMORY = '/dev/shm'
const GIB = 2 ** 30
const NEEDED = { folder: 5 * GIB, memory: 8 * GIB }

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= NEEDED.folder && freemem() >= NEEDED.memory
  } catch {
    return false
  }
}

/**
 * Stores temporary files of this process and its children in memory if enough is free. Tests copy a
 * database hundreds of times, which takes a third of the processor time there.
 */
export function useMemoryForTemporaryFiles(): void {
  if (!hasRoom()) return
  const folder = mkdtempSync(join(MEMORY, 'solstice-'))
  // PostgreSQL runs as a different user.
  chmodSync(folder, 0o1777)
  process.env['TMPDIR'] = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
}
