import { CALLS } from './calls.ts'
import { CAMPAIGN } from './campaign.ts'
import { START } from './cold-start.ts'
import { RANKING } from './ranking.ts'
import type { BenchPart, BenchRows } from './results.ts'
import type { Section } from './section.ts'
import { UNLOCK } from './unlock.ts'

/** The parts of `npm run bench` in the order in which they run. */
export const SECTIONS: { [Part in BenchPart]: Section<BenchRows[Part]> } = {
  calls: CALLS,
  campaign: CAMPAIGN,
  ranking: RANKING,
  unlock: UNLOCK,
  start: START,
}
