import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, rmdirSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SIZE = '192m'
const CHUNK = Buffer.alloc(1024 * 1024)

export type SmallDisk = {
  folder: string
  /** Writes until no space is left. */
  fill: () => Promise<void>
  free: () => Promise<void>
  close: () => void
}

/**
 * Opens a separate in-memory file system that is small enough to fill. Mounting one requires root.
 */
export function openSmallDisk(): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'solstice-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', folder])
  } catch (error) {
    rmdirSync(folder)
    throw new Error('Mounting a separate disk requires root', { cause: error })
  }
  chmodSync(folder, 0o755)
  const filler = join(folder, 'filler')
  const close = () => {
    process.off('exit', close)
    execFileSync('umount', ['--lazy', folder])
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', close)
  return {
    folder,
    fill: async () => {
      const file = await open(filler, 'w')
      try {
        // Writes whole chunks and then smaller ones down to single bytes, until no space is left.
        for (let size = CHUNK.length; size >= 1; size = Math.floor(size / 16)) {
          await fillUp((length) => file.write(CHUNK, 0, length), size)
        }
      } finally {
        await file.close()
      }
    },
    free: () => rm(filler, { force: true }),
    close,
  }
}

async function fillUp(write: (length: number) => Promise<unknown>, size: number): Promise<void> {
  try {
    for (;;) await write(size)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
}
