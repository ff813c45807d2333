import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { APP_NAME } from '../src/lib/app-name.ts'
import { localeFiles } from './locale-files.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

type Page = {
  /** The script, from the root of the app. */
  entry: string
  /** Shown until the script runs, as markup. */
  main?: string
  /** Follows the content, as markup. */
  after?: string
}

/**
 * Builds a page as one file without URLs, which also opens from a disk. It is built separately, so
 * that it shares nothing with the app.
 */
export async function buildOneFilePage(page: Page): Promise<string> {
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
        input: `${root}${page.entry}`,
        output: { format: 'iife' },
      },
    },
  })
  const [built, ...others] = [result].flat()
  if (!built || !('output' in built) || others.length > 0)
    throw new Error(`${page.entry} was not built`)
  const script = built.output.find((file) => file.type === 'chunk' && file.isEntry)
  const style = built.output.find((file) => file.fileName.endsWith('.css'))
  if (script?.type !== 'chunk' || style?.type !== 'asset')
    throw new Error(`${page.entry} was not built`)
  return pageOf(page, script.code, String(style.source))
}

function pageOf({ main = '', after = '' }: Page, code: string, css: string): string {
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
<main>${main}</main>
${after}<script type="module">${script}</script>
</body>
</html>
`
}

function drawing(file: string): string {
  const bytes = readFileSync(`${root}public/${file}`)
  return `data:image/svg+xml;base64,${bytes.toString('base64')}`
}

/** Forbids all network access: what the page shows or asks for cannot leave it. */
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
