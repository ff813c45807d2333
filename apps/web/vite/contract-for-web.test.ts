import { Code } from '@solstice/contract/codes'
import { expect, test } from 'vitest'
import { withCodeNumbers } from './contract-for-web.ts'

test('writes numbers for the codes of the contract, whatever their import is called', () => {
  const source = `import { Code as C } from '@solstice/contract/codes'
    export const wrong: number = C.PIN_INCORRECT
    export const isFull = (code: C) => code === C.TOO_MANY_REQUESTS`

  const written = withCodeNumbers(source, 'screen.ts')

  expect(written).toContain(`wrong: number = ${Code.PIN_INCORRECT}`)
  expect(written).toContain(`code === ${Code.TOO_MANY_REQUESTS}`)
})

test('leaves texts, comments and other objects called Code alone', () => {
  const source = `import { Code } from './elsewhere.ts'
    // Code.PIN_INCORRECT
    export const text = 'Code.PIN_INCORRECT'
    export const other = Code.PIN_INCORRECT`

  expect(withCodeNumbers(source, 'screen.ts')).toBe(source)
})
