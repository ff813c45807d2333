import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { requireFaults } from '../apps/server/test/faults/scenario.ts'
import { wholeNumber } from './whole-number.ts'

/** Runs the command as from a shell. */
function run(...given: string[]): Promise<{ code: unknown; output: string }> {
  const file = fileURLToPath(new URL('faults.ts', import.meta.url))
  return new Promise((ended) => {
    execFile(process.execPath, [file, ...given], (error, stdout, stderr) =>
      ended({ code: error ? error.code : 0, output: stdout + stderr }),
    )
  })
}

// The time-out only prevents hanging: the command loads half of the server.
describe('fault run arguments', { timeout: 120_000 }, () => {
  test.each([
    [
      'a database that the scenario does not support',
      'no such',
      '--scenario restart-database --database pglite',
    ],
    [
      'a number of bursts below 1',
      '--bursts must be a whole number of at least 1, not "0"',
      '--bursts 0',
    ],
  ])('rejects %s', async (_label, message, given) => {
    const { code, output } = await run(...given.split(' '))

    expect(output).toContain(message)
    expect(code).toBe(1)
  })

  test.each(['0', '-1', 'x', '', ' ', '1.5', '1e3', 'Infinity', '9'.repeat(20)])(
    'rejects an invalid or too small number: %j',
    (given) => {
      expect(() => wholeNumber('bursts', given, 1)).toThrow('a whole number of at least 1')
    },
  )

  test('accepts valid numbers', () => {
    expect([wholeNumber('bursts', '20', 1), wholeNumber('seed', '0', 0)]).toEqual([20, 0])
  })
})

test('a fault run without any fault fails', () => {
  expect(() => requireFaults({ bursts: 20, faults: 0 })).toThrow('caused no fault')
  expect(() => requireFaults({ bursts: 20, faults: 1 })).not.toThrow()
  expect(() => requireFaults({ bursts: 20, kills: 20 })).not.toThrow()
})
