import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withoutEval } from './zod-without-eval.ts'

const folder = join(createRequire(import.meta.url).resolve('zod'), '..')

test('turns the compilation of schemas off in the installed zod', () => {
  const core = readFileSync(join(folder, 'v4/core/core.js'), 'utf8')

  expect(withoutEval(core)).toMatch(/globalConfig = [^;]+;\nglobalConfig\.jitless = true;/)
})

test('a zod without the setting fails the build', () => {
  expect(() => withoutEval('export const other = {};')).toThrow('no global configuration')
})
