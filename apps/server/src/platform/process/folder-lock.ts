import { randomUUID } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
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
 * Locks the data folder for one process, because the embedded database has no protection of its
 * own. Takes over the lock of a dead process and waits for a live one.
 */
export function lockFolder(folder: string, waitMs = WAIT_MS): Promise<() => Promise<void>> {
  return lockPath(join(folder, 'solstice.lock'), waitMs)
}

async function lockPath(path: string, waitMs: number): Promise<() => Promise<void>> {
  const own = `${process.pid} ${await startOf(process.pid)}`
  for (let waitedMs = 0; ; waitedMs += POLL_MS) {
    if (await tryCreate(path, own)) return onlyOnce(() => rm(path, { force: true }))
    const holder = await readHolder(path)
    if (holder === undefined) continue
    if (!(await isAlive(holder))) {
      await removeLockOf(holder, path, waitMs)
      continue
    }
    if (waitedMs >= waitMs) throw new FolderInUseError(dirname(path), holder.pid)
    await sleep(POLL_MS)
  }
}

/** Releases the lock once, because a second release would remove the lock of the next holder. */
function onlyOnce(release: () => Promise<void>): () => Promise<void> {
  let gone: Promise<void> | undefined
  return () => (gone ??= release())
}

/**
 * Writes the lock to a draft and links it into place, so that a lock never exists without its
 * holder.
 */
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

/**
 * Removes the lock of a dead holder. Several processes may find it, so the removal has its own lock
 * and checks again: a live process may have taken over in the meantime.
 */
async function removeLockOf(dead: Holder, path: string, waitMs: number): Promise<void> {
  const release = await lockPath(`${path}.takeover`, waitMs)
  try {
    const found = await readHolder(path)
    if (found?.text === dead.text) await rm(path)
  } finally {
    await release()
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

/**
 * Returns the start time of a process, because process ids are reused; id and start time together
 * are unique (where /proc exists).
 */
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
