import { AUDIT } from './audit.ts'
import { CALLS } from './calls.ts'
import { CAMPAIGN } from './campaign.ts'
import { START } from './cold-start.ts'
import { EMBEDDED } from './embedded.ts'
import { EXPLANATION } from './explanation.ts'
import { GROWTH } from './growth/growth.ts'
import { GROWTH_JOBS } from './growth/whole.ts'
import { HOME } from './home.ts'
import { LOG } from './log.ts'
import { PEER_JOBS } from './peers/jobs.ts'
import { PEER_PUSH } from './peers/push.ts'
import { RANKING } from './ranking.ts'
import type { BenchPart, BenchRows } from './results.ts'
import type { Section } from './section.ts'
import { SEARCH } from './search.ts'
import { SETTLEMENT } from './settlement.ts'
import { SIGN_IN } from './sign-in.ts'
import { STATISTICS } from './statistics.ts'
import { UNLOCK } from './unlock.ts'

/** The parts of `npm run bench` in the order in which they run. */
export const SECTIONS: { [Part in BenchPart]: Section<BenchRows[Part]> } = {
  calls: CALLS,
  'sign-in': SIGN_IN,
  home: HOME,
  embedded: EMBEDDED,
  explanation: EXPLANATION,
  campaign: CAMPAIGN,
  ranking: RANKING,
  settlement: SETTLEMENT,
  unlock: UNLOCK,
  'peer-jobs': PEER_JOBS,
  'peer-push': PEER_PUSH,
  start: START,
  audit: AUDIT,
  log: LOG,
  search: SEARCH,
  statistics: STATISTICS,
  growth: GROWTH,
  'growth-jobs': GROWTH_JOBS,
}
