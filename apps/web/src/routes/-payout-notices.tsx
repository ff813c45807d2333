import { FairPlayNotice } from '#/features/hold/fair-play-notice.tsx'
import { HoldNotice } from '#/features/freeze/hold-notice.tsx'

/** Says what holds back all payouts of the member, if anything does. */
export function PayoutNotices() {
  return (
    <>
      <HoldNotice />
      <FairPlayNotice />
    </>
  )
}
