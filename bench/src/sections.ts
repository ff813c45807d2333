import { AUDIT } from './audit.ts'
import { BOOKS } from './books.ts'
import { CALLS } from './calls.ts'
import { CAMPAIGN } from './campaign.ts'
import { START } from './cold-start.ts'
import { EMBEDDED } from './embedded.ts'
import { EXPLANATION } from './explanation.ts'
import { FAIR_PLAY } from './fair-play.ts'
import { GROWTH } from './growth/growth.ts'
import { GROWTH_JOBS } from './growth/whole.ts'
import { HOME } from './home.ts'
import { LOG } from './log.ts'
import { PEER_JOBS } from './peers/jobs.ts'
import { PEER_PUSH } from './peers/push.ts'
import { RANKING } from './ranking.ts'
import { MEMBER_DAY } from './member-day.ts'
import { REPLICA } from './replica.ts'
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
  replica: REPLICA,
  settlement: SETTLEMENT,
  unlock: UNLOCK,
  'member-day': MEMBER_DAY,
  'peer-jobs': PEER_JOBS,
  'peer-push': PEER_PUSH,
  start: START,
  audit: AUDIT,
  books: BOOKS,
  log: LOG,
  search: SEARCH,
  'fair-play': FAIR_PLAY,
  statistics: STATISTICS,
  growth: GROWTH,
  'growth-jobs': GROWTH_JOBS,
}
