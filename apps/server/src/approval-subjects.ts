import { readAdjustment } from './adjustment-subject.ts'
import { readPolicyChange } from './modules/approval/approval-policy.service.ts'
import {
  readAppointment,
  readEnrolment,
  readOperatorChange,
  readTokenRotation,
} from './modules/approval/operator-approval.service.ts'
import type { SubjectReaders } from './modules/approval/approval-subject.service.ts'
import { readNewPackage, readPackageChange } from './modules/credit/credit-approval.service.ts'
import { readHoldDecision } from './modules/hold/hold-approval.service.ts'
import { readTermsChange } from './modules/invite/invite-approval.service.ts'
import {
  readContractChange,
  readNetworkChange,
  readPriceChange,
} from './modules/network/network-approval.service.ts'
import { readCampaign } from './modules/notice/notice-approval.service.ts'
import {
  readCancellation,
  readCapsChange,
  readUnfreezing,
} from './modules/payout/payout-approval.service.ts'
import { readNewProduct, readProductChange } from './modules/product/product-approval.service.ts'
import { readRefundDecision } from './modules/refund/refund-approval.service.ts'
import { readLiveChange } from './modules/season/season-live-approval.service.ts'
import { readOddsChange } from './modules/season/season-approval.service.ts'
import { readPublishing, readScheduling } from './publishing-subject.ts'

/** The readers of all calls with an approval rule. Each slice adds its own here. */
export const approvalSubjects: SubjectReaders = {
  'approval.setPolicy': readPolicyChange,
  'operator.addOperator': readAppointment,
  'operator.change': readOperatorChange,
  'operator.sendEnrolment': readEnrolment,
  'operator.rotateToken': readTokenRotation,
  'operator.adjustBalance': readAdjustment,
  'refund.decide': readRefundDecision,
  'hold.decide': readHoldDecision,
  'payout.cancel': readCancellation,
  'payout.unfreeze': readUnfreezing,
  'payout.setCaps': readCapsChange,
  'seasonPlan.publish': readPublishing,
  'seasonPlan.schedule': readScheduling,
  'seasonPlan.changeOdds': readOddsChange,
  'seasonPlan.reviseLive': readLiveChange,
  'invite.setTerms': readTermsChange,
  'product.add': readNewProduct,
  'product.change': readProductChange,
  'credit.addPackage': readNewPackage,
  'credit.changePackage': readPackageChange,
  'notice.startCampaign': readCampaign,
  'network.set': readNetworkChange,
  'network.setContract': readContractChange,
  'network.setPrice': readPriceChange,
}
