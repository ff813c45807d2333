import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'
import type { Page } from '../../../e2e/support/launch.ts'

/** The version is the one in bench/package.json. */
type Passworder = {
  encrypt: (password: string, data: unknown) => Promise<string>
  decrypt: (password: string, vault: string) => Promise<unknown>
}
type WithPassworder = typeof globalThis & { passworder: Passworder; passworderVault: string }

/** MetaMask stores the words of a wallet under a password. */
const DATA = ['test test test test test test test test test test test junk']
const PASSWORD = '314159'

async function bundlePassworder(): Promise<string> {
  const { output } = await build({
    input: fileURLToPath(import.meta.resolve('@metamask/browser-passworder')),
    platform: 'browser',
    // Its applications provide the Buffer of Node.js in browsers with this package.
    transform: { inject: { Buffer: [fileURLToPath(import.meta.resolve('buffer/')), 'Buffer'] } },
    output: { format: 'iife', name: 'passworder' },
    write: false,
    logLevel: 'silent',
  })
  return output[0].code
}

/**
 * Loads `@metamask/browser-passworder` into a page and encrypts a vault with its default, PBKDF2
 * with 900,000 iterations of SHA-256, which is also the work factor of a PIN.
 */
export async function loadPassworder(page: Page): Promise<void> {
  const code = await bundlePassworder()
  // The debugger evaluates the script, because the policy of the page allows no inline scripts.
  await page.evaluate(`${code}; globalThis.passworder = passworder; undefined`)
  await page.evaluate(
    async ([password, data]) => {
      const scope = globalThis as WithPassworder // Set by the statement above.
      scope.passworderVault = await scope.passworder.encrypt(password, data)
    },
    [PASSWORD, DATA] as const,
  )
}

/** Returns how often per second the vault could be opened. */
export function decryptionsPerSecond(page: Page): Promise<number> {
  return page.evaluate(async (password) => {
    const { passworder, passworderVault } = globalThis as WithPassworder // Loaded before.
    const startedAtMs = performance.now()
    await passworder.decrypt(password, passworderVault)
    return 1000 / (performance.now() - startedAtMs)
  }, PASSWORD)
}
