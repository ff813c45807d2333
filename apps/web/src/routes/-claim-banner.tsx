import { lazyPart } from '#/shell/lazy-part.tsx'

/** Leads to rewards that can be claimed, where other rewards are shown. */
export const ClaimBanner = lazyPart(
  async () => (await import('#/features/distribution/claim-banner.tsx')).ClaimBanner,
  { texts: ['claims'] },
)
