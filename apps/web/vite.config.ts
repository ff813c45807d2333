import { fileURLToPath } from 'node:url'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { contractForWeb } from './vite/contract-for-web.ts'
import { installationsLibrary } from './vite/installations-library.ts'
import { localeFiles } from './vite/locale-files.ts'
import { manifests } from './vite/manifest.ts'
import { precompressed } from './vite/precompressed.ts'
import { serviceWorker } from './vite/service-worker.ts'

const SERVER = process.env.SOLSTICE_SERVER ?? 'http://127.0.0.1:4000'
/** The screens of the programme and what only they use. */
const PROGRAMME =
  /\/src\/(features\/(season|mission|ranking|history)\/|lib\/(format|programme-|use-now)|shell\/(loaded|place-link)|ui\/(tabs|switch|emblem|picture-card|progress-))|\/(rules|contract)\/src\/(spin|sha256|programme-day|tier|(season|mission|ranking|history)\.endpoints)\.ts/
/** What says how something stands. */
const FACTS = /\/src\/ui\/(facts|step-list|long-value|notice|text-area)\./
/** The truth check, the passkey's state and the database under both. */
const DEVICE =
  /\/src\/(routes\/-wallet-guard|features\/wallet\/(device\/(store|truth|truth-check|device)|address)|features\/passkey\/store|features\/pin\/ask-pin|lib\/(device-database|linked-account))\.ts$/

/** What a start may lead to; their parts are fetched side by side. */
const FIRST_SCREENS = /(?:^|\/)(?:login|home(?!-card)|_member|_tabs)-/

const root = fileURLToPath(new URL('.', import.meta.url))

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
    contractForWeb(),
    localeFiles(`${root}src/locales`),
    manifests(),
    installationsLibrary(),
    serviceWorker(),
    precompressed(),
  ],
  define: {
    // Names a build: error reports carry it, and two builds of the same sources differ by it.
    'import.meta.env.RELEASE': JSON.stringify(process.env.SOLSTICE_RELEASE ?? '1.0.14'),
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: 'hidden',
    // Fonts and pictures stay files: the strict content policy allows no data addresses.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Naming beforehand what every screen imports would weigh on the first; a screen that is about
      // to be opened is fetched on intent anyway.
      resolveDependencies: (file, imports) => (FIRST_SCREENS.test(file) ? imports : []),
    },
    rolldownOptions: {
      input: { index: `${root}index.html`, sw: `${root}src/service-worker/sw.ts` },
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // What every visit of a member asks of the device: one file, because small ones pack badly.
            { name: 'device', test: DEVICE },
            // Home asks for these after its first paint, and the screens that people go on to share
            // them: one file, instead of some forty whose names alone would weigh on the first load.
            { name: 'programme', test: PROGRAMME },
            // Small pieces that the wallet, the shop and the history share: one name instead of five.
            { name: 'facts', test: FACTS },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      '/v1': SERVER,
      '/dev': SERVER,
      '/healthz': SERVER,
      '/remote-config': SERVER,
      '/rpc': SERVER,
    },
  },
})
