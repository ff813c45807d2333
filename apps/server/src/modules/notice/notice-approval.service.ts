import { Code } from '@solstice/contract/codes'
import type { SubjectReader } from '#/modules/approval/approval-subject.service.ts'
import { refuse } from '#/platform/process/refusal.ts'
import { reachOf } from './audience.service.ts'
import type { Audience } from './audience.queries.ts'
import { countCampaignsNear } from './campaign.queries.ts'
import { planCampaign } from './campaign.service.ts'

/** Times are written in one form, so that the console recognises them. */
const instantOf = (time: string | undefined) =>
  time === undefined ? null : new Date(time).toISOString()

/** Null stands for no restriction. */
const audienceValues = (facts: Audience) => ({
  audienceLanguage: facts.language ?? null,
  audienceWallet: facts.wallet ?? null,
  joinedFrom: instantOf(facts.joinedFrom),
  joinedBefore: instantOf(facts.joinedBefore),
  audienceSeason: facts.seasonId ?? null,
  audienceTier: facts.tierId ?? null,
  lastCheckInBefore: instantOf(facts.lastCheckInBefore),
  audienceBought: facts.bought ?? null,
})

const excludedValues = (facts: Audience) => ({
  notLanguage: facts.language ?? null,
  notWallet: facts.wallet ?? null,
  notJoinedFrom: instantOf(facts.joinedFrom),
  notJoinedBefore: instantOf(facts.joinedBefore),
  notSeason: facts.seasonId ?? null,
  notTier: facts.tierId ?? null,
  notLastCheckInBefore: instantOf(facts.lastCheckInBefore),
  notBought: facts.bought ?? null,
})

export const readCampaign: SubjectReader<'notice.startCampaign'> = async (
  tx,
  ctx,
  { operator, body, isProposed },
) => {
  const { audience, exclude, moment, holdOutPercent } = body
  const { notice, dueAt, testedAt, isLate } = await planCampaign(tx, ctx, body)
  // Nobody chose to send it now: its time passed while it waited for the second person.
  if (isProposed && isLate) throw refuse(Code.OUTDATED)
  // Programs have no phone. A person without one says that no test was sent.
  if (operator.kind === 'PERSON' && !testedAt && !body.untested) {
    throw refuse(Code.CAMPAIGN_NOT_TESTED)
  }
  const { members, devices } = await reachOf({ db: tx, now: ctx.now }, { audience, exclude }, dueAt)
  const near = await countCampaignsNear(tx, dueAt)
  return {
    // A new notice has no number before it is published with its campaign.
    subject: notice.id === undefined ? 'notice:new' : `notice:${notice.id}`,
    values: {
      noticeId: notice.id ?? null,
      titleEn: notice.titleEn,
      titleKo: notice.titleKo,
      contentEn: notice.contentEn,
      contentKo: notice.contentKo,
      ...audienceValues(audience),
      ...excludedValues(exclude),
      dueAt: instantOf(body.dueAt),
      // A moved round moves the campaign, so the proposal names the moment and not its time.
      moment: moment ? [moment.kind, moment.seasonId, moment.round ?? ''].join(' ').trim() : null,
      momentOffsetMinutes: moment ? moment.offsetMinutes : null,
      holdOutPercent,
      isTested: testedAt !== undefined,
    },
    figures: [
      { name: 'members', value: String(members), unit: null, limit: null },
      { name: 'devices', value: String(devices), unit: null, limit: null },
    ],
    isOutdated: isLate,
    facts: () => ({ members, isSecond: near > 0 }),
  }
}
