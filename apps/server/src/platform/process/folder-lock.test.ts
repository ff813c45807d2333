import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FolderInUseError, lockFolder } from './folder-lock.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'solstice-lock-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const leaveLock = (holder: string) => writeFile(join(folder, 'solstice.lock'), holder)
const holderNow = async () => (await readFile(join(folder, 'solstice.lock'), 'utf8')).split(' ')[0]

describe('a free folder', () => {
  test('is locked by this process and unlocked afterwards', async () => {
    const unlock = await lockFolder(folder)
    const holder = await holderNow()
    await unlock()

    expect(holder).toBe(String(process.pid))
    expect(await readdir(folder)).toEqual([])
  })

  test("can be unlocked twice without removing the next holder's lock", async () => {
    const unlock = await lockFolder(folder)
    await unlock()
    const next = await lockFolder(folder)

    await unlock()

    expect(await holderNow()).toBe(String(process.pid))
    await next()
  })
})

describe('the lock of a dead process', () => {
  test('is taken over immediately', async () => {
    const dead = spawnSync(process.execPath, ['--version']).pid
    await leaveLock(`${dead} 12345`)

    const unlock = await lockFolder(folder, 0)

    expect(await holderNow()).toBe(String(process.pid))
    await unlock()
  })

  test('is taken over although its process id was reused', async () => {
    await leaveLock(`${process.pid} 1`)

    const unlock = await lockFolder(folder, 0)

    expect(await holderNow()).toBe(String(process.pid))
    await unlock()
  })

  test.each(['', 'no number at all', '-1 1', '0 0'])(
    'is taken over although its content is %j',
    async (content) => {
      await leaveLock(content)

      const unlock = await lockFolder(folder, 1000)

      expect(await holderNow()).toBe(String(process.pid))
      await unlock()
    },
  )

  test('is taken over by exactly one of several concurrent attempts', async () => {
    const dead = spawnSync(process.execPath, ['--version']).pid
    const holders: number[] = []

    for (let round = 0; round < 150; round += 1) {
      await leaveLock(`${dead} 12345`)
      const tries = Array.from({ length: 6 }, () => lockFolder(folder, 0))
      const settled = await Promise.allSettled(tries)
      holders.push(settled.filter(({ status }) => status === 'fulfilled').length)
    }

    expect(new Set(holders)).toEqual(new Set([1]))
    expect(await readdir(folder)).toEqual(['solstice.lock'])
  })
})

describe('the lock of a running process', () => {
  test('is waited for', async () => {
    const first = await lockFolder(folder)
    const waiting = lockFolder(folder, 5000)
    await sleep(50)
    await first()

    const second = await waiting

    expect(await holderNow()).toBe(String(process.pid))
    await second()
  })

  test('is reported after the wait, with the solution', async () => {
    const holder = spawn('sleep', ['30'])
    await once(holder, 'spawn')
    const stat = await readFile(`/proc/${holder.pid}/stat`, 'utf8')
    await leaveLock(`${holder.pid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`)

    const refused = await lockFolder(folder, 200).catch((error: unknown) => error)
    holder.kill()

    expect(refused).toBeInstanceOf(FolderInUseError)
    expect(String(refused)).toContain(
      `The data folder ${folder} is in use by process ${holder.pid}. ` +
        'Stop that server, or give this one a folder of its own with SOLSTICE_DATA.',
    )
  })
})

test('throws for a folder that does not exist, without waiting', async () => {
  await expect(lockFolder(join(folder, 'nowhere'), 0)).rejects.toThrow(/ENOENT/)
})
