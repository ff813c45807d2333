import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type Rolldown } from 'vite'
import { contractForWeb } from './contract-for-web.ts'
import { localeFiles } from './locale-files.ts'
import { type BuiltChunk, filesOf } from './built-chunks.ts'
import { ROUTER_OPTIONS } from './router-options.ts'
import { versions } from './versions.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const PRINTER = `${root}vite/print-log-in.ts`
/** Only ends a hanging process. */
const MAX_PRINT_MS = 60_000
const LANGUAGES = ['en', 'ko'] as const
const APP = /\/src\/main\.tsx$/
const LOG_IN = /\/src\/routes\/auth\/login\.tsx/
/** The lazy modules that the log-in needs; all others stay out of its rendering. */
const RENDERED_LATER =
  /\/routes\/auth\/login\.tsx\?tsr-split|\/korean-texts\.ts|\/locales\/ko\/(?:auth|common)\.json/

/**
 * Writes the log-in into the page as the app renders it, once per language, so that a visitor sees
 * it before the app has loaded. The page also names the files of the app, which its first script
 * imports later.
 */
export function prerenderedLogIn(): Plugin {
  return {
    name: 'solstice:prerendered-log-in',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        if (!bundle) return html
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const app = filesFor(chunks, APP)
        const logIn = filesFor(chunks, LOG_IN)
        const isNew = (href: string) => !app.includes(href) && !html.includes(href)
        const templates = await renderTemplates()
        return html
          .replace(
            '</head>',
            () =>
              `  ${[...app, ...logIn.filter((href) => href.endsWith('.css'))]
                .filter((href, at, all) => all.indexOf(href) === at && !html.includes(href))
                .map(linkTo)
                .join('\n    ')}\n  </head>`,
          )
          .replace(
            '</body>',
            () =>
              `<template data-log-in-files>${logIn
                .filter((href) => href.endsWith('.js') && isNew(href))
                .map(linkTo)
                .join('')}</template>\n    ${templates.join('\n    ')}\n  </body>`,
          )
      },
    },
  }
}

function filesFor(chunks: readonly BuiltChunk[], facade: RegExp): string[] {
  const files = filesOf(chunks, ({ facadeModuleId }) => facade.test(facadeModuleId ?? ''))
  if (files.size === 0) throw new Error(`The build produced no chunk for ${facade.source}`)
  return [...files].filter((file) => /\.(?:css|js)$/.test(file)).map((file) => `/${file}`)
}

/** The app starts after the first paint, so its scripts leave the connection to the styles. */
const linkTo = (href: string) =>
  href.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="${href}">`
    : `<link rel="modulepreload" fetchpriority="low" crossorigin href="${href}">`

async function renderTemplates(): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'solstice-log-in-'))
  try {
    const file = join(folder, 'render-log-in.mjs')
    await writeFile(file, await buildRenderer())
    // A process per language, because the language is a state of the app's modules.
    return await Promise.all(
      LANGUAGES.map(async (language) => {
        const { stdout } = await promisify(execFile)(process.execPath, [PRINTER, file, language], {
          timeout: MAX_PRINT_MS,
        })
        return `<template data-log-in="${language}">${stdout}</template>`
      }),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Builds the log-in for Node, from the same sources as the app and with the code for browsers. */
async function buildRenderer(): Promise<string> {
  const result = await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    plugins: [
      tanstackRouter({ ...ROUTER_OPTIONS, enableRouteGeneration: false }),
      react(),
      contractForWeb(),
      localeFiles(`${root}src`),
      withoutLazyParts(),
    ],
    define: versions(),
    build: {
      write: false,
      target: 'es2022',
      cssCodeSplit: false,
      modulePreload: false,
      minify: false,
      rolldownOptions: {
        input: `${root}src/render-log-in.tsx`,
        preserveEntrySignatures: 'strict',
        output: { format: 'es', codeSplitting: false },
      },
    },
  })
  const [built, ...others] = [result].flat()
  if (!built || !('output' in built) || others.length > 0) throw new Error('Nothing was built')
  const chunk = built.output.find((file): file is Rolldown.OutputChunk => file.type === 'chunk')
  if (!chunk) throw new Error('The log-in was not built')
  return chunk.code
}

/** Leaves out what the log-in loads later, which would be most of the app. */
function withoutLazyParts(): Plugin {
  return {
    name: 'solstice:without-lazy-parts',
    enforce: 'pre',
    resolveDynamicImport(specifier) {
      if (typeof specifier !== 'string' || RENDERED_LATER.test(specifier)) return null
      return { id: specifier, external: true }
    },
  }
}
