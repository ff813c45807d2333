import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'

const SERVER = process.env.SOLSTICE_SERVER ?? 'http://127.0.0.1:4000'
const root = fileURLToPath(new URL('.', import.meta.url))

/** Serves src/locales also as /locales/{lng}/{ns}.json, the fallback when a bundled text cannot be loaded. */
function localeFiles(): Plugin {
  const folder = `${root}src/locales`
  return {
    name: 'solstice:locale-files',
    configureServer(server) {
      server.middlewares.use('/locales', (request, response, next) => {
        const match = /^\/(\w+\/[\w-]+\.json)(?:\?|$)/.exec(request.url ?? '')
        const file = match?.[1]
        if (!file || !localePaths(folder).includes(file)) return next()
        response.setHeader('content-type', 'application/json')
        response.end(readFileSync(`${folder}/${file}`))
      })
    },
    generateBundle() {
      for (const file of localePaths(folder)) {
        const texts: unknown = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'))
        this.emitFile({
          type: 'asset',
          fileName: `locales/${file}`,
          source: JSON.stringify(texts),
        })
      }
    },
  }
}

function localePaths(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.json'))
}

export default defineConfig({
  root,
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: `${root}src/routes`,
      generatedRouteTree: `${root}src/routeTree.gen.ts`,
      quoteStyle: 'single',
      semicolons: false,
    }),
    react(),
    localeFiles(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: 'hidden',
    // Fonts and pictures stay files: the strict content policy allows no data addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    port: 5173,
    proxy: { '/v1': SERVER, '/dev': SERVER, '/healthz': SERVER },
  },
})
