import type { Plugin } from 'vite'
import { APP_NAME } from '../src/lib/app-name.ts'

const GROUND = '#0b0a1a'

const TEXTS = {
  en: {
    description: 'Seasons, rewards and a wallet only you control.',
    checkIn: 'Check in',
    spin: 'Spin',
    wallet: 'Wallet',
  },
  ko: {
    description: '시즌과 리워드, 그리고 나만의 지갑.',
    checkIn: '출석 체크',
    spin: '룰렛',
    wallet: '지갑',
  },
} as const

type Language = keyof typeof TEXTS

export function manifestOf(language: Language) {
  const texts = TEXTS[language]
  const shortcut = (name: string, url: string, icon: string) => ({
    name,
    url,
    icons: [{ src: `/icons/${icon}.png`, sizes: '96x96', type: 'image/png' }],
  })
  return {
    // The app is the same in whichever language it was installed.
    id: '/',
    name: APP_NAME,
    short_name: APP_NAME,
    description: texts.description,
    lang: language,
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    orientation: 'portrait-primary',
    background_color: GROUND,
    theme_color: GROUND,
    categories: ['lifestyle', 'finance'],
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icons/maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
      { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: '/icons/badge-96.png', sizes: '96x96', type: 'image/png', purpose: 'monochrome' },
    ],
    shortcuts: [
      shortcut(texts.checkIn, '/rewards?mission=1', 'shortcut-check-in'),
      shortcut(texts.spin, '/rewards?mission=2', 'shortcut-spin'),
      shortcut(texts.wallet, '/wallet', 'shortcut-wallet'),
    ],
  }
}

const FILES = {
  '/manifest.webmanifest': 'en',
  '/manifest.ko.webmanifest': 'ko',
} as const satisfies Record<string, Language>

/** Writes one manifest per language and the product name into the page. */
export function manifests(): Plugin {
  const json = (language: Language) => JSON.stringify(manifestOf(language))
  return {
    name: 'solstice:manifests',
    transformIndexHtml: (html) => html.replaceAll('%APP_NAME%', APP_NAME),
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = request.url?.split('?', 1)[0] ?? ''
        const language = Object.entries(FILES).find(([file]) => file === path)?.[1]
        if (!language) return next()
        response.setHeader('content-type', 'application/manifest+json')
        response.end(json(language))
      })
    },
    generateBundle() {
      for (const [file, language] of Object.entries(FILES)) {
        this.emitFile({ type: 'asset', fileName: file.slice(1), source: json(language) })
      }
    },
  }
}
