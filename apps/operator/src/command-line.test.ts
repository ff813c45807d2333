import { expect, test } from 'vitest'
import { type Terminal, runCommandLine } from './command-line.ts'

test('runs a command as a step under its name and prints only its result or rejection', async () => {
  const names: string[] = []
  let out = ''
  let err = ''
  const terminal: Terminal = {
    env: { SOLSTICE_OPERATOR_TOKEN: 'sol_op_test' },
    runStep: (name, step) => {
      names.push(name)
      return step()
    },
    writeOut: (text) => {
      out += text
    },
    writeError: (text) => {
      err += text
    },
  }

  // No server listens on the port of the discard protocol.
  const args = ['ledger', 'verify', '--server', 'http://localhost:9']
  const exitCode = await runCommandLine(args, terminal)

  expect(names).toEqual(['ledger verify'])
  expect({ exitCode, out, err }).toEqual({
    exitCode: 1,
    out: '',
    err: 'There is no Solstice server at http://localhost:9\n',
  })
})
