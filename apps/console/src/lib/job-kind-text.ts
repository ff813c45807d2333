import { findTextOf } from './i18n.ts'
import { kindKey } from './job-kind-key.ts'

/** Returns plain words for a kind of job, such as "Mail with a code". */
export const kindText = (kind: string): string =>
  findTextOf('jobs', `kinds.${kindKey(kind)}`) ?? kind
