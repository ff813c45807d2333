import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { toolEnv } from '../run-step.ts'

// The linter checks the types, and would skip them without its type checker.
test('oxlint --type-check reports a type error', () => {
  const folder = mkdtempSync(join(tmpdir(), 'solstice-types-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'tsconfig.json'), '{ "compilerOptions": { "strict": true } }')
  writeFileSync(join(folder, 'wrong.ts'), "export const count: number = 'one'\n")

  const result = spawnSync('oxlint', ['--type-aware', '--type-check'], {
    cwd: folder,
    env: toolEnv(),
    encoding: 'utf8',
  })

  expect(result.stdout).toContain("Type 'string' is not assignable to type 'number'")
  expect(result.status).toBe(1)
})
