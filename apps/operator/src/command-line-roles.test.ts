import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { endpoints } from '@solstice/contract/catalogue'
import { OPERATOR_ROLES, type Endpoint } from '@solstice/contract/endpoint'

/** The rows of the guide with the calls that each describes. */
const ROWS: Readonly<Record<string, readonly string[]>> = {
  'appoint, change and remove operators, rotate tokens': [
    'operator.addOperator',
    'operator.change',
    'operator.sendEnrolment',
    'operator.disableOperator',
    'operator.rotateToken',
  ],
  'list operators': ['operator.listOperators'],
  'search for anything that the role may read': ['search.find'],
  'find and show members': ['operator.findMembers', 'operator.showMember'],
  'read the file of a member': [
    'member.revealEmail',
    'member.timeline',
    'member.season',
    'member.missions',
    'member.referrals',
    'member.orders',
    'member.notes',
    'explanation.ofMember',
  ],
  'list the sessions of a member': ['member.sessions'],
  'end the sessions of a member': ['member.endSessions'],
  'write and remove notes about members': ['member.addNote', 'member.removeNote'],
  'suspend, disable, restore, unfreeze members': [
    'operator.suspendMember',
    'operator.disableMember',
    'operator.restoreMember',
    'freeze.liftForMember',
  ],
  'adjust balances': ['operator.adjustBalance'],
  'list, export and verify the audit, list reads of members': [
    'operator.listAudit',
    'audit.export',
    'audit.checkpoints',
    'operator.verifyAudit',
    'operator.verifyAuditFully',
    'operator.listReads',
  ],
  'read the history of a subject that the role may read': ['audit.history'],
  'verify the ledger': ['operator.verifyLedger'],
  'list networks, tokens and prices': [
    'network.showAll',
    'network.showContracts',
    'network.showPrices',
  ],
  'set networks and tokens': ['network.set', 'network.setContract'],
  'set prices': ['network.setPrice'],
  'list and show seasons, their revisions and pictures': [
    'seasonPlan.list',
    'seasonPlan.show',
    'seasonPlan.revisions',
    'seasonPlan.revision',
    'media.list',
  ],
  'check and simulate seasons': [
    'seasonPlan.check',
    'seasonPlan.simulate',
    'seasonPlan.liveEffect',
  ],
  'draft and publish seasons, change odds': [
    'seasonPlan.create',
    'seasonPlan.begin',
    'seasonPlan.save',
    'seasonPlan.discard',
    'seasonPlan.copy',
    'seasonPlan.previewed',
    'seasonPlan.tryProof',
    'media.add',
    'seasonPlan.publish',
    'seasonPlan.changeOdds',
    'seasonPlan.schedule',
    'seasonPlan.unschedule',
    'seasonPlan.unpublish',
    'seasonPlan.changeLive',
    'seasonPlan.reviseLive',
  ],
  'show the terms of invites': ['invite.showTerms'],
  'set the terms of invites': ['invite.setTerms'],
  'list products and packages of credit': ['product.listAll', 'product.details', 'credit.listAll'],
  'add, arrange and change products': ['product.add', 'product.arrange', 'product.change'],
  'sell packages of credit': ['credit.addPackage', 'credit.changePackage'],
  'list refunds, orders, unmatched payments, payouts and holds': [
    'refund.queue',
    'refund.show',
    'order.listAll',
    'order.show',
    'order.unmatched',
    'payout.list',
    'payout.show',
    'payout.export',
    'distribution.roots',
    'hold.figures',
    'hold.queue',
    'hold.show',
  ],
  'show the treasury': ['payout.treasury', 'payout.forecast', 'payout.recovery', 'relay.budgets'],
  'claim and decide refunds, match payments to members, decide holds': [
    'refund.claim',
    'refund.release',
    'refund.decide',
    'refund.openForPayment',
    'hold.decide',
  ],
  'read the books, verify the ledger, reconcile now': [
    'ledger.balances',
    'ledger.statement',
    'ledger.transactions',
    'ledger.transaction',
    'ledger.verification',
    'ledger.verify',
    'ledger.reconciliations',
    'ledger.reconciliation',
    'ledger.reconcile',
  ],
  'book a difference of the treasury': ['ledger.book'],
  'freeze the treasury': ['payout.freeze'],
  'unfreeze the treasury, cancel payouts': ['payout.unfreeze', 'payout.cancel'],
  'set the caps of payouts': ['payout.setCaps'],
  'publish, change and withdraw notices': ['notice.publish', 'notice.change', 'notice.withdraw'],
  'test and send campaigns': [
    'notice.countAudience',
    'notice.testCampaign',
    'notice.startCampaign',
  ],
  'see some members of an audience': ['notice.sampleAudience'],
  'stop campaigns': ['notice.cancelCampaign'],
  'list and show notices and campaigns': [
    'notice.listAll',
    'notice.show',
    'notice.listCampaigns',
    'notice.showCampaign',
    'notice.listSeasons',
  ],
  'show the maintenance and its history': ['maintenance.show', 'maintenance.history'],
  'switch the maintenance on and off': ['maintenance.set'],
  'list, approve, decline and withdraw proposals; show the approval policy': [
    'approval.list',
    'approval.show',
    'approval.approve',
    'approval.decline',
    'approval.withdraw',
    'approval.policy',
  ],
  'set the approval policy': ['approval.setPolicy'],
  'list jobs': ['operator.listJobs', 'operator.listJobKinds', 'operator.showJob'],
  'retry jobs': ['operator.retryJob', 'operator.retryJobs'],
  'show the day and the health of the system': ['operator.today', 'operator.health'],
  'read statistics and list alarms': [
    'statistics.season',
    'statistics.funnel',
    'statistics.today',
    'league.season',
    'status.listDecisions',
    'alarm.list',
  ],
  'acknowledge alarms': ['alarm.acknowledge'],
}

test('states the same role for every operator call in the guide as in the contract', () => {
  const guide = readFileSync(new URL('../../../docs/operators.md', import.meta.url), 'utf8')
  const [, table = ''] = /\n\| \| OWNER \|([^]*?)\n\n/.exec(guide) ?? []
  const [, , ...rows] = table
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, title = '', ...cells]) => [
      title,
      OPERATOR_ROLES.filter((_role, at) => cells[at] === 'yes'),
    ])
  const built: readonly Endpoint[] = Object.values(endpoints)
  const calls = built.filter(
    ({ id, access, console }) => access === 'operator' && !console && id !== 'operator.me',
  )
  const rolesOf = (id: string) => {
    const call = calls.find((each) => each.id === id)
    return OPERATOR_ROLES.filter((role) => role === 'OWNER' || call?.roles?.includes(role))
  }

  expect(Object.values(ROWS).flat().toSorted()).toEqual(calls.map(({ id }) => id).toSorted())
  expect(rows).toEqual(Object.entries(ROWS).map(([title, [first = '']]) => [title, rolesOf(first)]))
  for (const [first = '', ...others] of Object.values(ROWS)) {
    for (const other of others) expect([other, rolesOf(other)]).toEqual([other, rolesOf(first)])
  }
})
