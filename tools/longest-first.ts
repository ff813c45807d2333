import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that start programs or call every endpoint take longest, regardless of their size. */
const LONG = /server-fixtures\.ts|node:child_process|fuzz\.ts/

/** Runs long files first, so that no core is idle while another finishes a long file. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- this is the sequencer's own method; it returns a new list
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(readFileSync(moduleId, 'utf8'))
    const { long = [], short = [] } = Object.groupBy(sorted, (file) =>
      isLong(file) ? 'long' : 'short',
    )
    return [...long, ...short]
  }
}
