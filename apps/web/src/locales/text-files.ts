import { globSync } from 'node:fs'

/** Lists every file of texts by `{lng}/{ns}.json`. A mission type stores its own in its folder. */
export function textFiles(source: string): Map<string, string> {
  const named = globSync(['locales/*/*.json', 'features/mission/*/{en,ko}.json'], { cwd: source })
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted()
    .map((file): [string, string] => {
      const [, type, language] = /^features\/mission\/([\w-]+)\/(en|ko)\.json$/.exec(file) ?? []
      const name = type ? `${language}/mission-${type}.json` : file.replace('locales/', '')
      return [name, `${source}/${file}`]
    })
  return new Map(named)
}
