import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { demandFaults } from '../apps/server/test/faults/scenario.ts'
import { wholeNumber } from './whole-number.ts'

/** The command as somebody types it. */
function run(...given: string[]): Promise<{ code: unknown; output: string }> {
  const file = fileURLToPath(new URL('faults.ts', import.meta.url))
  return new Promise((ended) => {
    execFile(process.execPath, [file, ...given], (error, stdout, stderr) =>
      ended({ code: error ? error.code : 0, output: stdout + stderr }),
    )
  })
}

// Against hanging, not for timing: the command loads half of the server.
describe('a run that would try nothing ends with 1 and says why', { timeout: 120_000 }, () => {
  test.each([
    [
      'a database on which it is not tried',
      'no such',
      '--scenario restart-database --database pglite',
    ],
    ['no burst', '--bursts is a whole number from 1 on, not "0"', '--bursts 0'],
  ])('%s', async (_label, message, given) => {
    const { code, output } = await run(...given.split(' '))

    expect(output).toContain(message)
    expect(code).toBe(1)
  })

  test.each(['0', '-1', 'x', '', ' ', '1.5', '1e3', 'Infinity', '9'.repeat(20)])(
    'a number that is none, or too small: %j',
    (given) => {
      expect(() => wholeNumber('bursts', given, 1)).toThrow('a whole number from 1 on')
    },
  )

  test('numbers as they are meant are taken', () => {
    expect([wholeNumber('bursts', '20', 1), wholeNumber('seed', '0', 0)]).toEqual([20, 0])
  })
})

test('a run of faults in which nobody met one does not pass', () => {
  expect(() => demandFaults({ bursts: 20, faults: 0 })).toThrow('nobody met a fault')
  expect(() => demandFaults({ bursts: 20, faults: 1 })).not.toThrow()
  expect(() => demandFaults({ bursts: 20, kills: 20 })).not.toThrow()
})
