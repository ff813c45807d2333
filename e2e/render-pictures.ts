import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { launchChromium } from './support/launch.ts'
import { ROOT } from '../tools/run-step.ts'

const SOURCES = join(ROOT, 'apps/web/pictures')
const TARGETS = join(ROOT, 'apps/web/public')
const FONT = join(
  ROOT,
  'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
)

/** Renders the pictures that must be PNG from SVG: `node e2e/render-pictures.ts`. */
const PICTURES = [
  { from: 'app-download', to: 'app-download', width: 350, height: 190, scale: 3 },
  { from: 'icon-maskable', to: 'icons/maskable-192', width: 192, height: 192, scale: 1 },
  { from: 'icon-maskable', to: 'icons/maskable-512', width: 512, height: 512, scale: 1 },
  { from: 'badge', to: 'icons/badge-96', width: 96, height: 96, scale: 1 },
  { from: 'shortcut-check-in', to: 'icons/shortcut-check-in', width: 96, height: 96, scale: 1 },
  { from: 'shortcut-spin', to: 'icons/shortcut-spin', width: 96, height: 96, scale: 1 },
  { from: 'shortcut-wallet', to: 'icons/shortcut-wallet', width: 96, height: 96, scale: 1 },
]

const font = readFileSync(FONT).toString('base64')
const browser = await launchChromium()
for (const { from, to, width, height, scale } of PICTURES) {
  const page = await browser.newPage({
    viewport: { width, height },
    deviceScaleFactor: scale,
  })
  await page.setContent(
    `<style>@font-face { font-family: 'Inter Variable'; font-weight: 100 900; src: url(data:font/woff2;base64,${font}) }
    body { margin: 0 } svg { display: block; width: ${width}px; height: ${height}px }</style>
    ${readFileSync(join(SOURCES, `${from}.svg`), 'utf8')}`,
  )
  await page.evaluate('document.fonts.ready')
  await page.screenshot({ path: join(TARGETS, `${to}.png`), omitBackground: true })
  await page.close()
  process.stdout.write(`${to}.png\n`)
}
await browser.close()
