import { fileURLToPath } from 'node:url'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { contractForWeb } from './vite/contract-for-web.ts'
import { dataPage } from './vite/data-page.ts'
import { installationsLibrary } from './vite/installations-library.ts'
import { localeFiles } from './vite/locale-files.ts'
import { manifests } from './vite/manifest.ts'
import { CHUNKS } from './vite/chunk-groups.ts'
import { precompressed } from './vite/precompressed.ts'
import { prerenderedLogIn } from './vite/prerendered-log-in.ts'
import { recoveryPage } from './vite/recovery-page.ts'
import { ROUTER_OPTIONS } from './vite/router-options.ts'
import { serviceWorker } from './vite/service-worker.ts'
import { versions } from './vite/versions.ts'

/** The server compares the URL in a device-key proof with the host of the request. */
const TO_SERVER = {
  target: process.env.SOLSTICE_SERVER ?? 'http://127.0.0.1:4000',
  changeOrigin: false,
}

/** The screens that the app may start with; their chunks are fetched in parallel. */
const FIRST_SCREENS = /(?:^|\/)(?:login|home(?!-card)|_member|_tabs)-/

const root = fileURLToPath(new URL('.', import.meta.url))

export default defineConfig({
  root,
  plugins: [
    tanstackRouter(ROUTER_OPTIONS),
    react(),
    contractForWeb(),
    localeFiles(`${root}src`),
    manifests(),
    installationsLibrary(),
    recoveryPage(),
    dataPage(),
    prerenderedLogIn(),
    serviceWorker(),
    precompressed(),
  ],
  resolve: {
    // React has this hook; the library would bring another one for older versions.
    alias: {
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  define: versions(),
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: 'hidden',
    // Fonts and pictures stay files because the strict content security policy forbids data URLs.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Preloading the imports of every screen would slow down the first one; a screen is preloaded
      // on intent before it opens.
      resolveDependencies: (file, imports, { hostType }) =>
        hostType === 'html' || FIRST_SCREENS.test(file) ? imports : [],
    },
    rolldownOptions: {
      input: { index: `${root}index.html`, sw: `${root}src/service-worker/sw.ts` },
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: CHUNKS,
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      ['/v1', '/dev', '/healthz', '/remote-config', '/rpc'].map((path) => [path, TO_SERVER]),
    ),
  },
})
