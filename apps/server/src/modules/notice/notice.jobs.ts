import { queueSending } from '#/modules/push/delivery.service.ts'
import { DEFAULT_RETRIES, type JobKind } from '#/platform/process/jobs.ts'
import { addressStretch, RUN_CAMPAIGN, type RunCampaign } from './campaign.service.ts'

/** One stretch of a campaign; what it wrote down is then sent batch by batch. */
export const runCampaign: JobKind<RunCampaign> = {
  kind: RUN_CAMPAIGN,
  retryAfterMs: DEFAULT_RETRIES,
  handle: async (ctx, { payload: { campaignId } }) => {
    await addressStretch(ctx, campaignId)
    await queueSending(ctx)
  },
}
