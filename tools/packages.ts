import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findPostgresBin } from './postgres.ts'

/** Lists what the tests need from the machine and npm cannot install, with its Debian package. */
export const NEEDS: Need[] = [
  { debianPackage: 'chromium', isThere: () => existsSync('/usr/bin/chromium') },
  {
    debianPackage: 'chromium-headless-shell',
    isThere: () => existsSync('/usr/bin/chromium-headless-shell'),
  },
  { debianPackage: 'postgresql', isThere: () => findPostgresBin() !== undefined },
  // Without this font, Korean screens show boxes and the screenshots prove nothing.
  {
    debianPackage: 'fonts-noto-cjk',
    isThere: () => existsSync('/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc'),
  },
  // The journey of a deployment runs behind the real proxy, and promtool checks the alert rules.
  { debianPackage: 'nginx', isThere: () => existsSync('/usr/sbin/nginx') },
  { debianPackage: 'prometheus', isThere: () => existsSync('/usr/bin/promtool') },
  // A test checks the configuration of the backups with it.
  { debianPackage: 'pgbackrest', isThere: () => existsSync('/usr/bin/pgbackrest') },
  { debianPackage: 'openssl', isThere: () => existsSync('/usr/bin/openssl') },
]

export type Need = { debianPackage: string; isThere: () => boolean }
export type Plan =
  | { kind: 'complete' }
  | { kind: 'install'; packages: string[] }
  | { kind: 'ask'; line: string }

export function planPackages(needs: Need[], isRoot: boolean): Plan {
  const packages = needs.filter((need) => !need.isThere()).map((need) => need.debianPackage)
  if (packages.length === 0) return { kind: 'complete' }
  if (isRoot) return { kind: 'install', packages }
  return {
    kind: 'ask',
    line: `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${packages.join(' ')}`,
  }
}

function install(packages: string[]): void {
  const run = (args: string[]) =>
    execFileSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      // In this runlevel Debian starts no service that a package brings.
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    })
  console.log(`Installing Debian packages: ${packages.join(' ')}`)
  run(['update', '-qq'])
  run(['install', '-y', '-qq', '--no-install-recommends', ...packages])
}

/**
 * Throws with the command to run if a package is missing and cannot be installed by this process.
 */
export function ensurePackages(needs = NEEDS): void {
  const plan = planPackages(needs, process.getuid?.() === 0)
  if (plan.kind === 'ask') throw new Error(`The tests need Debian packages. Run:\n  ${plan.line}`)
  if (plan.kind === 'complete') return
  install(plan.packages)
  const missing = planPackages(needs, true)
  if (missing.kind === 'install') {
    throw new Error(`Installed, but still not found: ${missing.packages.join(' ')}`)
  }
}

if (import.meta.main) {
  try {
    ensurePackages()
    console.log('All required Debian packages are installed.')
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
