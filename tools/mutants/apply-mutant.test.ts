import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { withMutant } from './apply-mutant.ts'
import type { Mutant } from './mutant.ts'

const MUTANT: Mutant = {
  id: 'cart-no-limit',
  file: 'cart.ts',
  find: 'count < 10',
  replace: 'true',
  killedBy: 'cart.test.ts › holds ten',
  suite: 'unit',
}

function makeTree() {
  const folder = mkdtempSync(join(tmpdir(), 'solstice-apply-mutant-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, MUTANT.file)
  writeFileSync(path, 'return count < 10')
  return { folder, read: () => readFileSync(path, 'utf8') }
}

test('changes the file during the run and restores it afterwards', async () => {
  const { folder, read } = makeTree()

  await expect(withMutant(folder, MUTANT, async () => read())).resolves.toBe('return true')

  expect(read()).toBe('return count < 10')
})

test('restores the file when the run fails', async () => {
  const { folder, read } = makeTree()
  const crash = async () => Promise.reject(new Error('the process ended'))

  await expect(withMutant(folder, MUTANT, crash)).rejects.toThrow('the process ended')

  expect(read()).toBe('return count < 10')
})

test('changes nothing for the baseline', async () => {
  const { folder, read } = makeTree()

  await expect(withMutant(folder, undefined, async () => read())).resolves.toBe('return count < 10')
})
