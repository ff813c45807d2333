import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { contractForWeb } from '../web/vite/contract-for-web.ts'
import { precompressed } from '../web/vite/precompressed.ts'
import { zodWithoutEval } from '../web/vite/zod-without-eval.ts'

const root = fileURLToPath(new URL('.', import.meta.url))

export default defineConfig({
  root,
  // The console names the roles that may open a page, so its build keeps them.
  plugins: [
    react(),
    contractForWeb(['id', 'method', 'path', 'roles']),
    zodWithoutEval(),
    precompressed(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: 'hidden',
    // Fonts and pictures stay files because the strict content security policy forbids data URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /\/node_modules\/(?:react|react-dom|scheduler)\// },
            { name: 'base', test: /\/node_modules\/(?!uplot\/|microdiff\/|zod\/)/ },
          ],
        },
      },
    },
  },
  server: {
    port: 5174,
    proxy: Object.fromEntries(
      ['/v1', '/dev'].map((path) => [
        path,
        { target: process.env.SOLSTICE_CONSOLE ?? 'http://127.0.0.1:4001', changeOrigin: false },
      ]),
    ),
  },
})
