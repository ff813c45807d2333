import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import type { Plugin } from 'vite'
import { APP_NAME } from '../src/lib/app-name.ts'
import { localeFiles } from './locale-files.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Builds /recovery/ as one file without URLs: the service worker caches it, the server sends it,
 * and the copy in docs/ opens from a disk. It is built separately, so that it shares nothing with
 * the app.
 */
export function recoveryPage(): Plugin {
  return {
    name: 'solstice:recovery-page',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (!/^\/recovery\/?(?:\?|$)/.test(request.url ?? '')) return next()
        response.setHeader('content-type', 'text/html; charset=utf-8')
        buildRecoveryPage().then((html) => response.end(html), next)
      })
    },
    async generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: 'recovery/index.html',
        source: await buildRecoveryPage(),
      })
    },
  }
}

export async function buildRecoveryPage(): Promise<string> {
  const result = await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    plugins: [localeFiles(`${root}src`)],
    build: {
      write: false,
      target: 'es2022',
      cssCodeSplit: false,
      modulePreload: false,
      rolldownOptions: {
        input: `${root}src/recovery/main.ts`,
        output: { format: 'iife' },
      },
    },
  })
  const [built, ...others] = [result].flat()
  if (!built || !('output' in built) || others.length > 0)
    throw new Error('The recovery page was not built')
  const script = built.output.find((file) => file.type === 'chunk' && file.isEntry)
  const style = built.output.find((file) => file.fileName.endsWith('.css'))
  if (script?.type !== 'chunk' || style?.type !== 'asset')
    throw new Error('The recovery page was not built')
  return pageOf(script.code, String(style.source))
}

function pageOf(code: string, css: string): string {
  // A script element ends at the first end tag, even inside a string.
  const script = code.replaceAll('</script', String.raw`<\/script`).trim()
  const style = css.trim()
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(script, style)}">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<meta name="theme-color" content="#0b0a1a">
<meta name="color-scheme" content="dark">
<meta name="format-detection" content="telephone=no">
<link rel="icon" href="${drawing('favicon.svg')}">
<title>${APP_NAME}</title>
<style>${style}</style>
</head>
<body>
<header><img src="${drawing('logo-white.svg')}" alt="${APP_NAME}" width="116" height="25"></header>
<main></main>
<script type="module">${script}</script>
</body>
</html>
`
}

function drawing(file: string): string {
  const bytes = readFileSync(`${root}public/${file}`)
  return `data:image/svg+xml;base64,${bytes.toString('base64')}`
}

/** Forbids all network access: entered secrets cannot leave the page, whatever the script does. */
function policyOf(script: string, style: string): string {
  return [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    'img-src data:',
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
