import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OPERATOR_TOKENS, PRODUCTION_SETTINGS } from '#test/production-settings.ts'
import { serverFixtures, SERVER_TEST_TIMEOUT_MS } from '#test/server-fixtures.ts'
import { startProcess } from '#test/server-process.ts'

const { aDataFolder, run } = serverFixtures()

test(
  'production requires an operator token until an operator exists, rejects a replaced token, and reports both',
  async () => {
    const home = await aDataFolder()
    const settings = {
      ...home,
      ...PRODUCTION_SETTINGS,
      APPROVALS: 'on',
      DATABASE_URL: home['DATABASE_URL'] ?? '',
    }

    const without = startProcess(settings)
    const end = await without.ended
    const given = await run({
      ...settings,
      OPERATOR_TOKEN: OPERATOR_TOKENS[0],
      // Reaches this machine through an address that does not count as local.
      DATABASE_URL: (home['DATABASE_URL'] ?? '').replace('127.0.0.1', '0.0.0.0'),
    })
    given.kill('SIGTERM')
    await given.ended
    const later = await run(settings)
    later.kill('SIGTERM')
    await later.ended
    const changed = await run({ ...settings, OPERATOR_TOKEN: OPERATOR_TOKENS[1] })
    const stale = startProcess({ ...settings, OPERATOR_TOKEN: OPERATOR_TOKENS[0] })
    const staleEnd = await stale.ended

    // The server logs a warning about an unencrypted connection to a database on another machine,
    // and still starts.
    expect(given.output()).toContain('DATABASE_URL has no sslmode')
    expect(later.output()).not.toContain('sslmode')
    expect(end).toBe(1)
    expect(without.output()).toContain(
      '- OPERATOR_TOKEN is required in production until there is an operator',
    )
    expect(without.output()).not.toContain('    at ')
    expect(given.output()).toContain(`ready at ${PRODUCTION_SETTINGS.PUBLIC_ORIGIN}`)
    expect(later.output()).toContain(`ready at ${PRODUCTION_SETTINGS.PUBLIC_ORIGIN}`)
    expect(changed.output()).toContain(`ready at ${PRODUCTION_SETTINGS.PUBLIC_ORIGIN}`)
    expect(staleEnd).toBe(1)
    expect(stale.output()).toContain('- OPERATOR_TOKEN was replaced by another one')
    expect(stale.output()).not.toContain('    at ')
    const token = join(home['SOLSTICE_DATA'] ?? '', 'secrets', 'operator-token')
    expect(existsSync(token)).toBe(false)
  },
  SERVER_TEST_TIMEOUT_MS,
)
