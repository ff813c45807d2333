import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What starts programs, or calls everything, takes longest however small its file is. */
const LONG = /server-home\.ts|node:child_process|fuzz\.ts/

/** A long file that came last would be waited for by all the other cores. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- The sequencer's own method; it gives a new list.
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(readFileSync(moduleId, 'utf8'))
    const { long = [], short = [] } = Object.groupBy(sorted, (file) =>
      isLong(file) ? 'long' : 'short',
    )
    return [...long, ...short]
  }
}
