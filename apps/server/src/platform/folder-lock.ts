import { randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const WAIT_MS = 10_000
const POLL_MS = 200

export class FolderInUseError extends Error {
  constructor(folder: string, pid: number) {
    super(
      `The data folder ${folder} is in use by process ${pid}. ` +
        `Stop that server, or give this one a folder of its own with SOLSTICE_DATA.`,
    )
  }
}

/**
 * One process per data folder: the embedded database has no protection of its own.
 * A holder that died without letting go is taken over; a live one is waited for.
 */
export async function lockFolder(folder: string, waitMs = WAIT_MS): Promise<() => Promise<void>> {
  const path = join(folder, 'solstice.lock')
  const own = `${process.pid} ${await startOf(process.pid)}`
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    if (await tryCreate(path, own)) return () => rm(path, { force: true })
    const holder = await readHolder(path)
    if (holder === undefined) continue
    if (!(await isAlive(holder))) {
      await removeLockOf(holder, path)
      continue
    }
    if (waitedMs >= waitMs) throw new FolderInUseError(folder, holder.pid)
    await sleep(POLL_MS)
  }
}

/** Written aside and linked into place, so that nobody ever sees a lock without its holder. */
async function tryCreate(path: string, content: string): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, content)
  try {
    await link(draft, path)
    return true
  } catch (error) {
    if (isFileError(error, 'EEXIST')) return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

/** Several may find the same dead holder: whoever moves a newer lock away instead puts it back. */
async function removeLockOf(holder: Holder, path: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`
  try {
    await rename(path, aside)
    const moved = await readHolder(aside)
    if (moved?.text !== holder.text) await link(aside, path)
  } catch (error) {
    if (!isFileError(error, 'ENOENT') && !isFileError(error, 'EEXIST')) throw error
  } finally {
    await rm(aside, { force: true })
  }
}

type Holder = { text: string; pid: number; startedAt: string }

async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    const text = await readFile(path, 'utf8')
    const [pid = '', startedAt = ''] = text.split(' ')
    return { text, pid: Number(pid), startedAt }
  } catch (error) {
    if (isFileError(error, 'ENOENT')) return undefined
    throw error
  }
}

async function isAlive(holder: Holder): Promise<boolean> {
  if (!Number.isInteger(holder.pid) || holder.pid <= 0) return false
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    return isFileError(error, 'EPERM')
  }
  const startedAt = await startOf(holder.pid)
  return startedAt === holder.startedAt
}

/** Process ids are used again; together with its start a process is unmistakable (where /proc tells it). */
async function startOf(pid: number): Promise<string> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

function isFileError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
