import { gzipSync } from 'node:zlib'

export type Asset = { path: string; kind: 'script' | 'stylesheet' | 'font'; body: Buffer }
export type AssetSizes = { scripts: number; styles: number; fonts: number; requests: number }

export const LIMITS = {
  scripts: 135_000,
  styles: 12_000,
  wallet: 90_000,
  console: 190_000,
  /** Scripts of one page of the console beyond its first load. */
  builder: 150_000,
  dashboard: 45_000,
}

/** Packages that may load later, but never with the first screen. */
const DEFERRED_PACKAGES =
  /node_modules\/((?:zod|viem|firebase)(?=\/)|@sentry\/[^/]+|@firebase\/[^/]+)/

/** The bundler's own helpers have no source map; no library is that small. */
const BUNDLER_HELPER_BYTES = 2_000

export function measureSize(assets: Asset[]): AssetSizes {
  const gzipped = (kind: Asset['kind']) =>
    assets
      .filter((asset) => asset.kind === kind)
      .reduce((sum, asset) => sum + gzipSync(asset.body, { level: 9 }).length, 0)
  return {
    scripts: gzipped('script'),
    styles: gzipped('stylesheet'),
    // Font files are already compressed.
    fonts: assets
      .filter((asset) => asset.kind === 'font')
      .reduce((sum, asset) => sum + asset.body.length, 0),
    requests: assets.length,
  }
}

/**
 * Returns the problems of a first load. `sourcesOf` returns the source files of a script from its
 * source map.
 */
export function findProblems(
  assets: Asset[],
  sourcesOf: (path: string) => string[] | undefined,
): string[] {
  const weight = measureSize(assets)
  const problems: string[] = []
  if (!assets.some((asset) => asset.kind === 'script')) problems.push('no script was loaded')
  for (const kind of ['scripts', 'styles'] as const) {
    if (weight[kind] > LIMITS[kind]) {
      problems.push(`${kind} have ${weight[kind]} bytes gzip; the limit is ${LIMITS[kind]} bytes`)
    }
  }
  for (const { path, kind, body } of assets) {
    if (kind !== 'font' && body.includes('data:font'))
      problems.push(`${path} carries a font inside`)
    if (kind === 'font') problems.push(`${path} is a font file in the first load`)
    if (kind !== 'script') continue
    const sources = sourcesOf(path)
    if (!sources && body.length > BUNDLER_HELPER_BYTES)
      problems.push(`${path} has no source map, so its content cannot be checked`)
    const early = new Set((sources ?? []).map((source) => DEFERRED_PACKAGES.exec(source)?.[1]))
    for (const name of early) if (name) problems.push(`${path} brings ${name} into the first load`)
  }
  return problems
}

const WALLET = /\/src\/(features\/wallet|vault|routes\/-wallet-screens)|\/node_modules\/viem\//

type SourcesOf = (path: string) => string[] | undefined

/**
 * Returns the scripts of the wallet's screens from everything that was loaded after opening them.
 */
export function walletChunks(loaded: Asset[], first: Asset[], sourcesOf: SourcesOf): Asset[] {
  const early = new Set(first.map(({ path }) => path))
  return loaded.filter(
    ({ path, kind }) =>
      kind === 'script' &&
      !early.has(path) &&
      sourcesOf(path)?.some((source) => WALLET.test(source)),
  )
}

export function findWalletProblems(chunks: Asset[]): string[] {
  if (chunks.length === 0) return ['no script of the wallet was loaded']
  const { scripts } = measureSize(chunks)
  if (scripts <= LIMITS.wallet) return []
  return [`scripts have ${scripts} bytes gzip; the limit is ${LIMITS.wallet} bytes`]
}

/** Returns the problems of a page of the console, which may load its fonts with the first page. */
export function findConsoleProblems(assets: Asset[], sourcesOf: SourcesOf): string[] {
  const { scripts } = measureSize(assets)
  const problems: string[] = []
  if (scripts === 0) problems.push('no script was loaded')
  if (scripts > LIMITS.console) {
    problems.push(`scripts have ${scripts} bytes gzip; the limit is ${LIMITS.console} bytes`)
  }
  const sources = assets.flatMap(
    ({ path, kind }) => (kind === 'script' ? sourcesOf(path) : []) ?? [],
  )
  const early = new Set(sources.map((source) => DEFERRED_PACKAGES.exec(source)?.[1]))
  for (const name of early) if (name) problems.push(`${name} is in the first load`)
  return problems
}

/** The pages of the console that load scripts of their own, besides the first load. */
export type LaterPage = 'builder' | 'dashboard'

const LATER: Record<LaterPage, RegExp> = {
  builder: /\/src\/features\/builder\//,
  dashboard: /\/src\/features\/season\//,
}

/** Returns the scripts of a page of the console that its first load does not have. */
export function laterScripts(loaded: Asset[], first: Asset[]): Asset[] {
  const early = new Set(first.map(({ path }) => path))
  return loaded.filter(({ path, kind }) => kind === 'script' && !early.has(path))
}

/** A page that loads nothing of its feature was not opened, or came with the first load. */
export function findLaterProblems(
  page: LaterPage,
  scripts: Asset[],
  sourcesOf: SourcesOf,
): string[] {
  const isOpened = scripts.some(({ path }) =>
    sourcesOf(path)?.some((source) => LATER[page].test(source)),
  )
  if (!isOpened) return [`no script of the ${page} was loaded later`]
  const { scripts: bytes } = measureSize(scripts)
  if (bytes <= LIMITS[page]) return []
  return [`scripts have ${bytes} bytes gzip; the limit is ${LIMITS[page]} bytes`]
}
