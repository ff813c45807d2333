import { fileURLToPath } from 'node:url'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { CHUNKS } from './vite/chunk-groups.ts'
import { contractForWeb } from './vite/contract-for-web.ts'
import { localeFiles } from './vite/locale-files.ts'
import { manifests } from './vite/manifest.ts'
import { precompressed } from './vite/precompressed.ts'
import { publicPaths } from './vite/public-paths.ts'
import { ROUTER_OPTIONS } from './vite/router-options.ts'
import { versions } from './vite/versions.ts'
import { zodWithoutEval } from './vite/zod-without-eval.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const BASE = '/preview/'

/**
 * Builds the preview of a season, which the console shows in a frame: the same routes, screens and
 * texts with another entry. A separate build keeps it out of the members' app and its first load.
 */
export default defineConfig({
  root,
  base: BASE,
  plugins: [
    tanstackRouter(ROUTER_OPTIONS),
    react(),
    contractForWeb(),
    publicPaths(BASE),
    zodWithoutEval(),
    localeFiles(`${root}src`),
    manifests(),
    precompressed(),
  ],
  define: versions(),
  build: {
    outDir: 'dist-preview',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: 'hidden',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: `${root}preview.html`,
      output: {
        // The same chunks as the members' app, so that its styles apply in the same order.
        codeSplitting: { includeDependenciesRecursively: false, groups: CHUNKS },
      },
    },
  },
})
