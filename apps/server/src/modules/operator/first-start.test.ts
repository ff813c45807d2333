import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '#/testing/test-database.ts'

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url))

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'solstice-first-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

type Start = { said: string; exitCode: number | null; stop: () => Promise<void> }

/** The real server, until it is ready or has given up. */
async function start(env: Record<string, string>): Promise<Start> {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', SOLSTICE_DATA: folder, ...env },
  })
  const exited = once(child, 'exit')
  let said = ''
  await new Promise<void>((resolve) => {
    const hear = (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('ready at')) resolve()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.on('exit', () => resolve())
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
  }
  return { said, exitCode: child.exitCode, stop }
}

async function statusOf({ said }: Start, token: string): Promise<number> {
  const port = /localhost:(\d+)/.exec(said)?.[1]
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`http://127.0.0.1:${port}/v1/operator/me`, { headers })).status
}

const isPostgres = process.env['SOLSTICE_TEST_DB'] === 'postgres'

describe.runIf(!isPostgres)('the embedded default', { timeout: 120_000 }, () => {
  test('makes the first token at its first start, for nobody else to read, and keeps it', async () => {
    const path = join(folder, 'secrets', 'operator-token')

    const first = await start({})
    const token = await readFile(path, 'utf8')
    const mode = (await stat(path)).mode & 0o777
    const answered = await statusOf(first, token)
    await first.stop()
    const second = await start({})
    const again = await statusOf(second, token)
    await second.stop()

    expect(token).toMatch(/^sol_op_[\w-]{43}$/)
    expect(mode.toString(8)).toBe('600')
    expect([answered, again]).toEqual([200, 200])
    expect(await readFile(path, 'utf8')).toBe(token)
    expect(first.said + second.said).not.toContain(token)
  })
})

describe.runIf(isPostgres)('production', { timeout: 120_000 }, () => {
  test('needs a token until there is an operator, and says so', async () => {
    const database = await openTestDatabase()
    const env = {
      NODE_ENV: 'production',
      DATABASE_URL: database.url ?? '',
      PUBLIC_ORIGIN: 'https://app.example.com',
      SESSION_KEY: 's'.repeat(32),
      PIN_MASTER_KEY: 'm'.repeat(32),
      SMTP_URL: 'smtps://mail.example.com',
      MAIL_FROM: 'Solstice <hello@example.com>',
    }

    const without = await start(env)
    const given = await start({ ...env, OPERATOR_TOKEN: 'x'.repeat(32) })
    await given.stop()
    const later = await start(env)
    await later.stop()
    await database.close()

    expect(without.exitCode).toBe(1)
    expect(without.said).toContain(
      '- OPERATOR_TOKEN is required in production until there is an operator',
    )
    expect(without.said).not.toContain('    at ')
    expect(given.said).toContain('ready at https://app.example.com')
    expect(later.said).toContain('ready at https://app.example.com')
    await expect(stat(join(folder, 'secrets', 'operator-token'))).rejects.toThrow('ENOENT')
  })
})
