import type { Rolldown } from 'vite'

/** The dependency fields of a chunk; Vite adds the last one to rolldown's output. */
export type BuiltChunk = Rolldown.OutputChunk & {
  viteMetadata?: { importedCss: Set<string>; importedAssets: Set<string> }
}

/** Collects the selected chunks, their static imports, styles and drawings. */
export function filesOf(
  chunks: readonly BuiltChunk[],
  isSelected: (chunk: BuiltChunk) => boolean,
): Set<string> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const seen = new Set<BuiltChunk>()
  const found = new Set<string>()
  const add = (chunk: BuiltChunk | undefined) => {
    if (!chunk || seen.has(chunk)) return
    seen.add(chunk)
    // Imports first, because their styles come first.
    for (const name of chunk.imports) add(byName.get(name))
    found.add(chunk.fileName)
    for (const file of chunk.viteMetadata?.importedCss ?? []) found.add(file)
    for (const file of chunk.viteMetadata?.importedAssets ?? []) {
      if (file.endsWith('.svg')) found.add(file)
    }
  }
  for (const chunk of chunks) if (isSelected(chunk)) add(chunk)
  return found
}
