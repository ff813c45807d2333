import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Mutant, mutate } from './mutant.ts'

/**
 * Changes the file in a copy of the tree while `work` runs. The parent process restores it, because
 * a process that is killed or crashes over a mutant cannot, and the next mutant must run alone.
 */
export async function withMutant<Result>(
  folder: string,
  mutant: Mutant | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!mutant) return work()
  const path = join(folder, mutant.file)
  const source = readFileSync(path, 'utf8')
  writeFileSync(path, mutate(source, mutant))
  try {
    return await work()
  } finally {
    writeFileSync(path, source)
  }
}
