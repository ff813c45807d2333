import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Asset, measureSize } from './asset-size.ts'

/** The most scripts of the wallet that one of its routes may load beyond the first load, in bytes gzip. */
export const ROUTE_LIMIT = 120_000

/** The sources of the routes whose screens only a member with a purpose opens. */
export const WALLET_ROUTES: Readonly<Record<string, RegExp>> = {
  'wallet, send': /\/src\/features\/wallet\/(send|relay)\//,
  'wallet, action': /\/src\/features\/wallet\/action\//,
  'wallet, sites': /\/src\/features\/wallet\/connections\//,
}

/** Reads all scripts of a built app. */
export function builtScripts(folder: string): Asset[] {
  return readdirSync(join(folder, 'assets'))
    .filter((name) => name.endsWith('.js'))
    .map((name) => ({
      path: `/assets/${name}`,
      kind: 'script',
      body: readFileSync(join(folder, 'assets', name)),
    }))
}

const IMPORT = /\b(?:from|import)\s*["']\.\/([^"']+\.js)["']/g

/**
 * Returns the scripts with these sources and all that they import, except those of the first load.
 * Parts that load later within a screen count as well, because their sources are in its folder.
 */
export function routeScripts(
  all: readonly Asset[],
  first: readonly Asset[],
  { of, sourcesOf }: { of: RegExp; sourcesOf: (path: string) => string[] | undefined },
): Asset[] {
  const byPath = new Map(all.map((asset) => [asset.path, asset]))
  const early = new Set(first.map(({ path }) => path))
  const found = new Set<Asset>()
  const visit = (asset: Asset | undefined): void => {
    if (!asset || found.has(asset) || early.has(asset.path)) return
    found.add(asset)
    for (const [, name = ''] of asset.body.toString().matchAll(IMPORT)) {
      visit(byPath.get(`/assets/${name}`))
    }
  }
  for (const asset of all) {
    if (sourcesOf(asset.path)?.some((source) => of.test(source))) visit(asset)
  }
  return [...found]
}

export function findRouteProblems(scripts: Asset[]): string[] {
  if (scripts.length === 0) return ['no script of the route was built']
  const { scripts: bytes } = measureSize(scripts)
  if (bytes <= ROUTE_LIMIT) return []
  return [`scripts have ${bytes} bytes gzip; the limit is ${ROUTE_LIMIT} bytes`]
}
