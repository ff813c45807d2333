import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '../run-step.ts'

type Case = { file: string; text: string; refusedBy: string | undefined }

const from = (specifier: string) => `import { x } from '${specifier}'\nexport const y = x\n`
const refused = (file: string, specifier: string): Case => ({
  file,
  text: from(specifier),
  refusedBy: 'no-restricted-imports',
})
const allowed = (file: string, specifier: string): Case => ({
  file,
  text: from(specifier),
  refusedBy: undefined,
})

const RULES = 'packages/rules/src/missions/check-in/check-in.ts'
const CONTRACT = 'packages/contract/src/check-in.schemas.ts'
const SERVICE = 'apps/server/src/modules/check-in/check-in.service.ts'
const QUERIES = 'apps/server/src/modules/check-in/check-in.queries.ts'
const ROUTES = 'apps/server/src/modules/check-in/check-in.routes.ts'
const PLATFORM = 'apps/server/src/platform/books/ledger.ts'
const PREVIEW = 'apps/web/src/preview/responder.ts'
const FEATURE = 'apps/web/src/features/check-in/check-in-card.tsx'

const imports: Case[] = [
  refused(RULES, '@solstice/contract/codes'),
  refused(RULES, 'zod'),
  refused(RULES, 'node:crypto'),
  allowed(RULES, './terms.ts'),
  allowed(RULES, '#/season.ts'),
  allowed(RULES, '@noble/hashes/sha3.js'),
  allowed('packages/rules/src/missions/check-in/check-in.test.ts', 'vitest'),

  refused(CONTRACT, 'fastify'),
  refused(CONTRACT, '@solstice/server/app'),
  allowed(CONTRACT, 'zod'),
  allowed(CONTRACT, '@solstice/rules/email'),
  allowed(CONTRACT, './schema.ts'),
  allowed(CONTRACT, '#/schema.ts'),
  allowed(CONTRACT, '@solstice/rules/missions/registry'),
  refused('packages/contract/src/check-in.endpoints.ts', 'zod'),
  refused('packages/contract/src/check-in.endpoints.ts', './check-in.schemas.ts'),
  allowed('packages/contract/src/check-in.endpoints.ts', './codes.ts'),

  refused('packages/devnet/src/chain.ts', '@solstice/rules/address'),
  allowed('packages/devnet/src/chain.ts', './engine.ts'),

  refused(SERVICE, '@solstice/devnet/devnet'),
  refused(SERVICE, '#/modules/seasons/seasons.routes.ts'),
  refused(SERVICE, '#/modules/seasons/seasons.queries.ts'),
  refused(SERVICE, '#/modules/seasons/seasons.table.ts'),
  refused(SERVICE, '#/modules/seasons/seasons.jobs.ts'),
  refused(SERVICE, '#/adapters/smtp.ts'),
  refused(SERVICE, '#test/context.ts'),
  refused(SERVICE, '#/main.ts'),
  allowed(SERVICE, '#/modules/seasons/seasons.service.ts'),
  allowed(SERVICE, '#/modules/seasons/seasons.queue.ts'),
  allowed(SERVICE, '#/platform/books/ledger.ts'),
  allowed(SERVICE, './check-in.queries.ts'),
  allowed(QUERIES, '#/modules/seasons/seasons.table.ts'),
  refused(QUERIES, '#/modules/seasons/seasons.queries.ts'),
  refused(QUERIES, '#/adapters/smtp.ts'),
  refused(ROUTES, './check-in.queries.ts'),
  refused(ROUTES, './check-in.table.ts'),
  refused(ROUTES, '#/adapters/smtp.ts'),
  allowed(ROUTES, './check-in.service.ts'),
  refused(PLATFORM, '#/modules/seasons/seasons.service.ts'),
  refused(PLATFORM, '#/adapters/smtp.ts'),
  allowed(PLATFORM, './db.ts'),
  refused('apps/server/src/app.ts', '#/adapters/smtp.ts'),
  refused('apps/server/src/adapters/smtp.ts', '#/modules/seasons/seasons.service.ts'),
  allowed('apps/server/src/main.ts', '#/adapters/smtp.ts'),
  allowed('apps/server/src/worker.ts', '#/adapters/smtp.ts'),
  allowed('apps/server/test/context.ts', '#/adapters/smtp.ts'),

  refused('apps/operator/src/commands/seasons.ts', '@solstice/server/app'),
  refused('apps/operator/src/commands/seasons.ts', '@solstice/web/lib/api'),
  allowed('apps/operator/src/commands/seasons.ts', '@solstice/contract/codes'),
  allowed('apps/operator/src/commands/seasons.ts', '@solstice/rules/season'),

  ...['ui/button.tsx', 'lib/api.ts'].flatMap((file) => [
    refused(`apps/console/src/${file}`, '#/features/audit/api.ts'),
    refused(`apps/console/src/${file}`, '#/shell/page.tsx'),
  ]),
  refused('apps/console/src/shell/page.tsx', '#/features/audit/api.ts'),
  refused('apps/console/src/features/audit/api.ts', 'zod'),
  refused('apps/console/src/features/audit/api.ts', '@solstice/contract/catalogue'),
  allowed('apps/console/src/features/audit/api.ts', '#/shell/page.tsx'),
  refused('packages/ui/src/qr.tsx', '@solstice/rules/season'),
  refused('packages/ui/src/qr.tsx', 'zod'),
  allowed('packages/ui/src/qr.tsx', '@solstice/contract/codes'),

  ...['ui/button.tsx', 'lib/api.ts'].flatMap((file) => [
    refused(`apps/web/src/${file}`, '#/features/check-in/api.ts'),
    refused(`apps/web/src/${file}`, '#/shell/toasts.tsx'),
    refused(`apps/web/src/${file}`, '#/routes/home.tsx'),
  ]),
  refused(FEATURE, '#/routes/home.tsx'),
  refused(FEATURE, '#/vault/worker.ts'),
  refused(FEATURE, 'zod'),
  allowed(FEATURE, './api.ts'),
  allowed(FEATURE, '#/vault/vault.ts'),
  allowed(FEATURE, '#/ui/button.tsx'),
  refused('apps/web/src/routes/home.tsx', '#/vault/worker.ts'),
  refused('apps/web/src/routes/home.tsx', 'zod/mini'),
  refused('apps/web/src/routes/home.tsx', '@solstice/contract/auth.schemas'),
  allowed('apps/web/src/routes/home.tsx', '#/features/check-in/check-in-card.tsx'),
  allowed('apps/web/src/routes/home.tsx', '@solstice/contract/auth.endpoints'),
  refused('apps/web/src/shell/tab-bar.tsx', '#/routes/home.tsx'),
  refused('apps/web/src/shell/tab-bar.tsx', '#/features/check-in/api.ts'),
  refused('apps/web/src/shell/tab-bar.tsx', 'zod'),
  refused('apps/web/src/vault/vault.ts', '#/features/check-in/api.ts'),
  refused('apps/web/src/routes/home.tsx', '#/vault/recovery.ts'),
  refused('apps/web/src/recovery/main.ts', '#/vault/record-store.ts'),
  refused('apps/web/src/recovery/main.ts', '#/features/check-in/api.ts'),
  allowed('apps/web/src/recovery/main.ts', '#/vault/recovery.ts'),
  refused(PREVIEW, '#/vault/vault.ts'),
  refused(PREVIEW, '#/features/wallet/api.ts'),
  refused(PREVIEW, '#/service-worker/sw.ts'),
  allowed(PREVIEW, '@solstice/contract/catalogue'),
  allowed(PREVIEW, '#/router.tsx'),
  { file: FEATURE, text: from('../seasons/api.ts'), refusedBy: 'no-relative-parent-imports' },
  { file: SERVICE, text: from('../../adapters/smtp.ts'), refusedBy: 'no-relative-parent-imports' },
  {
    file: FEATURE,
    text: `import type { x } from '@solstice/contract/auth.schemas'\nexport type Y = x\n`,
    refusedBy: undefined,
  },
  {
    file: FEATURE,
    text: `export const later = () => import('#/routes/home.tsx')\n`,
    refusedBy: 'no-restricted-imports',
  },
]

const clock: Case[] = [RULES, SERVICE].flatMap((file) => [
  { file, text: 'export const at = Date.now()\n', refusedBy: 'no-restricted-properties' },
  { file, text: 'export const roll = Math.random()\n', refusedBy: 'no-restricted-properties' },
  { file, text: 'export const at = new Date()\n', refusedBy: 'no-wall-clock' },
  { file, text: 'export const at = Date()\n', refusedBy: 'no-wall-clock' },
  { file, text: 'export const at = new Date(0)\n', refusedBy: undefined },
])
clock.push({
  file: 'apps/server/src/platform/process/clock.ts',
  text: 'export const at = new Date()\n',
  refusedBy: undefined,
})

const promises: Case[] = [
  {
    file: SERVICE,
    text: `declare function insert(): PromiseLike<string[]>
export function save(): void {
  insert()
}
`,
    refusedBy: 'no-floating-promises',
  },
]

const taken = new Set<string>()
/**
 * Gives two cases with the same path different names; folder and suffix still determine the layer.
 */
function pathFor(file: string): string {
  const path = taken.has(file) ? join(dirname(file), `${taken.size}-${basename(file)}`) : file
  taken.add(path)
  return path
}

const cases = [...imports, ...clock, ...promises].map((one) => ({
  ...one,
  path: pathFor(one.file),
  title: `${one.file} ${one.refusedBy ? 'may not' : 'may'}: ${one.text.split('\n')[0]}`,
}))

describe('the lint rules for layers', () => {
  const home = mkdtempSync(join(tmpdir(), 'solstice-layers-'))
  const found = new Map<string, string[]>()

  beforeAll(() => {
    for (const { path, text } of cases) {
      mkdirSync(join(home, dirname(path)), { recursive: true })
      writeFileSync(join(home, path), text)
    }
    cpSync(join(ROOT, '.oxlintrc.json'), join(home, '.oxlintrc.json'))
    cpSync(join(ROOT, 'tools/lint'), join(home, 'tools/lint'), { recursive: true })
    cpSync(join(ROOT, 'tsconfig.base.json'), join(home, 'tsconfig.json'))
    const run = spawnSync(join(ROOT, 'node_modules/.bin/oxlint'), ['--format=json'], {
      cwd: home,
      encoding: 'utf8',
    })
    const { diagnostics } = JSON.parse(run.stdout) as {
      diagnostics: { filename: string; code: string }[]
    }
    for (const { filename, code } of diagnostics) {
      found.set(filename, [...(found.get(filename) ?? []), code])
    }
  }, 60_000)
  afterAll(() => rmSync(home, { recursive: true, force: true }))

  for (const { title, path, refusedBy } of cases) {
    test(title, () => {
      const codes = (found.get(path) ?? []).filter((code) =>
        /restricted|parent|clock|floating/.test(code),
      )

      if (refusedBy === undefined) expect(codes).toEqual([])
      else expect(codes.join()).toContain(`(${refusedBy})`)
    })
  }
})
