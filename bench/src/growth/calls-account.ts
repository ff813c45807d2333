import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { CallId } from '../../../packages/contract/src/catalogue.ts'
import {
  anEmail,
  logInElsewhere,
  mailedCode,
  openBrowser,
  PASSWORD,
  signUpMember,
  verifiedCode,
  logInAgain,
} from '../../../apps/server/test/test-member.ts'
import {
  aSalt,
  blindPin,
  evaluatePin,
  memberWithPin,
  PIN,
  pinHeader,
} from '../../../apps/server/test/test-pin.ts'
import {
  aWallet,
  endPauses,
  registerWallet,
  signedChallenge,
} from '../../../apps/server/test/test-wallet.ts'
import {
  byNewMember,
  byOperator,
  byResident,
  onOwnId,
  withPin,
  type Scenarios,
} from './scenario.ts'
import type { Member, World } from './world.ts'

const FRIEND = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(56, 7)])
const agreements = { termsOfService: true, privacyPolicy: true }

function mailedToken({ mails }: World['server'], { email }: Member): string {
  const mail = mails.findLast(({ to, code }) => to === email && code === undefined)
  const token = /security-alert#(\S+)/.exec(mail?.text ?? '')?.[1]
  if (token === undefined) throw new Error('The mail has no link')
  return token
}

async function aWarnedMember({ server }: World): Promise<Member & { token: string }> {
  const member = await signUpMember(server)
  await registerWallet(member, aWallet())
  return { ...member, token: mailedToken(server, member) }
}

/** A member with an old PIN who has reported a theft. */
async function aFrozenMember(world: World): Promise<Member> {
  const { server } = world
  const member = await aWarnedMember(world)
  await endPauses(server, member.userId)
  await openBrowser(server).call('freeze.report', { body: { token: member.token } })
  await logInAgain(member)
  await server.ctx.db
    .execute(sql`update security_events set created_at = created_at - interval '7 days'
      where member_id = ${member.userId}`)
  return member
}

async function resetCode({ server }: World) {
  const { email } = await signUpMember(server)
  const browser = openBrowser(server)
  await browser.call('auth.checkResetEmail', { body: { email } })
  const code = mailedCode(server, email)
  const { data } = await browser.call('auth.verifyCode', {
    body: { email, code, purpose: 'RESET' },
  })
  return { email, browser, completeCode: data?.completeCode ?? '' }
}

let names = 0
const aNickname = () => `Grower${process.pid % 1000}x${(names += 1)}`

/** Sign-up, log-in, sessions, PIN, wallet and everything else of one account. */
export const ACCOUNT_CALLS = {
  'auth.checkSignUpEmail': byResident('auth.checkSignUpEmail', () => ({
    body: { email: anEmail() },
  })),
  'auth.sendSignUpCode': byResident('auth.sendSignUpCode', () => ({ body: { email: anEmail() } })),
  'auth.verifyCode': async ({ server }) => {
    const [browser, email] = [openBrowser(server), anEmail()]
    await browser.call('auth.sendSignUpCode', { body: { email } })
    const code = mailedCode(server, email)
    return () => browser.call('auth.verifyCode', { body: { email, code, purpose: 'SIGNUP' } })
  },
  'auth.signUp': async ({ server }) => {
    const [browser, email] = [openBrowser(server), anEmail()]
    const completeCode = await verifiedCode(server, browser, email)
    const body = { email, password: PASSWORD, completeCode, agreements }
    return () => browser.call('auth.signUp', { body })
  },
  'auth.login': async ({ server }) => {
    const { email } = await signUpMember(server)
    const browser = openBrowser(server)
    return () => browser.call('auth.login', { body: { email, password: PASSWORD } })
  },
  'auth.checkResetEmail': async ({ server }) => {
    const { email } = await signUpMember(server)
    return () => openBrowser(server).call('auth.checkResetEmail', { body: { email } })
  },
  'auth.resetPassword': async (world) => {
    const { email, browser, completeCode } = await resetCode(world)
    const body = { email, completeCode, password: 'Another1!' }
    return () => browser.call('auth.resetPassword', { body })
  },
  'auth.logout': byNewMember('auth.logout', () => ({})),
  'auth.reissue': byNewMember('auth.reissue', () => ({})),
  'users.me': byResident('users.me', () => ({})),
  'users.checkNickname': byResident('users.checkNickname', () => ({
    query: { nickname: aNickname() },
  })),
  'users.changeNickname': byNewMember('users.changeNickname', () => ({
    body: { nickname: aNickname() },
  })),
  'users.profile': byResident('users.profile', () => ({})),
  'users.changeProfile': byResident('users.changeProfile', () => ({
    body: { language: 'ko' as const },
  })),
  'users.setProfileImage': byNewMember('users.setProfileImage', () => ({
    body: { image: `data:image/png;base64,${PNG.toString('base64')}` },
  })),
  'account.verifyPassword': byNewMember('account.verifyPassword', () => ({
    body: { password: PASSWORD },
  })),
  'account.changePassword': withPin('account.changePassword', 'PASSWORD_CHANGE', () => ({
    body: { currentPassword: PASSWORD, newPassword: 'Another1!' },
  })),
  'account.delete': async (world) => {
    const member = await memberWithPin(world.server)
    await endPauses(world.server, member.userId)
    const headers = await pinHeader(member, PIN, 'ACCOUNT_DELETE')
    const body = { reason: 'PRIVACY', agreed: true } as const
    return () => member.call('account.delete', { body }, headers)
  },
  'export.summary': byResident('export.summary', () => ({})),
  'export.create': withPin('export.create', 'DATA_EXPORT', () => ({})),
  'export.part': onOwnId('export.part'),
  'session.list': byResident('session.list', () => ({})),
  'session.endOthers': byNewMember('session.endOthers', async ({ server }, member) => {
    await logInElsewhere(server, member)
    return {}
  }),
  'session.end': onOwnId('session.end'),
  'pin.state': byResident('pin.state', () => ({})),
  'pin.enrol': byNewMember('pin.enrol', () => {
    const salt = aSalt()
    return { body: { salt, blinded: blindPin(PIN, salt).blinded } }
  }),
  'pin.set': byNewMember('pin.set', async (_world, member) => {
    const salt = aSalt()
    const entry = blindPin(PIN, salt)
    const { data } = await member.call('pin.enrol', { body: { salt, blinded: entry.blinded } })
    const { proof } = entry.finish(data?.evaluated ?? '')
    return { body: { enrolmentId: data?.enrolmentId ?? '', proof } }
  }),
  'pin.tries': async ({ server }) => {
    const member = await memberWithPin(server)
    const { pinKeyId } = member.pin
    return () => member.call('pin.tries', { query: { pinKeyId } })
  },
  'pin.evaluate': async ({ server }) => {
    const member = await memberWithPin(server)
    const { blinded } = blindPin(PIN, member.pin.salt)
    return () => member.call('pin.evaluate', { body: { blinded } })
  },
  'pin.verify': async ({ server }) => {
    const member = await memberWithPin(server)
    const { entry } = await evaluatePin(member, PIN)
    const { evaluationId = '', proof = '' } = entry ?? {}
    const body = { evaluationId, proof, purpose: 'UNLOCK' } as const
    return () => member.call('pin.verify', { body })
  },
  'freeze.hold': byResident('freeze.hold', () => ({})),
  'freeze.sendCode': async (world) => {
    const member = await aFrozenMember(world)
    return () => member.call('freeze.sendCode', {})
  },
  'freeze.lift': async (world) => {
    const member = await aFrozenMember(world)
    await member.call('freeze.sendCode', {})
    const code = mailedCode(world.server, member.email)
    const headers = await pinHeader(member, PIN, 'PAYOUT_UNFREEZE')
    return () => member.call('freeze.lift', { body: { code } }, headers)
  },
  'freeze.readLink': async (world) => {
    const { token } = await aWarnedMember(world)
    return () => openBrowser(world.server).call('freeze.readLink', { body: { token } })
  },
  'freeze.report': async (world) => {
    const { token } = await aWarnedMember(world)
    return () => openBrowser(world.server).call('freeze.report', { body: { token } })
  },
  'freeze.liftForMember': byOperator('freeze.liftForMember', async (world) => {
    const { userId, email, call } = await aFrozenMember(world)
    await call('freeze.sendCode', {})
    const code = mailedCode(world.server, email)
    return { params: { userId }, body: { code, reason: 'Showed an identity card' } }
  }),
  'wallet.info': byResident('wallet.info', () => ({})),
  'wallet.challenge': byNewMember('wallet.challenge', () => ({
    body: { address: aWallet().address },
  })),
  'wallet.register': withPin('wallet.register', 'WALLET_REGISTER', async (_world, member) => ({
    body: await signedChallenge(member, aWallet()),
  })),
  'wallet.disconnect': onOwnId('wallet.disconnect'),
  'wallet.transactions': byResident('wallet.transactions', () => ({ query: {} })),
  'wallet.addTransaction': byResident('wallet.addTransaction', ({ resident }) => ({
    body: {
      txHash: `0x${randomUUID().replaceAll('-', '').repeat(2)}`,
      chainId: 31_337,
      from: resident.address,
      to: FRIEND,
      value: '0.5',
      symbol: 'ETH',
    },
  })),
  'bookmark.list': byResident('bookmark.list', () => ({ query: {} })),
  'bookmark.add': withPin('bookmark.add', 'BOOKMARK_CHANGE', () => ({
    body: { name: 'Mum', address: FRIEND },
  })),
  'bookmark.change': onOwnId('bookmark.change'),
  'bookmark.remove': onOwnId('bookmark.remove'),
  'passkey.list': byResident('passkey.list', () => ({})),
  'passkey.add': withPin('passkey.add', 'PASSKEY_ADD', (_world, { userId }) => ({
    body: { credentialId: `device-of-${userId}`, salt: 'A'.repeat(43) },
  })),
  'passkey.remove': onOwnId('passkey.remove'),
  'push.subscribe': byNewMember('push.subscribe', ({ pushService }) => ({
    body: pushService.aDevice(),
  })),
  'push.unsubscribe': byNewMember('push.unsubscribe', async ({ pushService }, member) => {
    const device = pushService.aDevice()
    await member.call('push.subscribe', { body: device })
    return { body: { endpoint: device.endpoint } }
  }),
  'push.test': byNewMember('push.test', async ({ pushService }, member) => {
    await member.call('push.subscribe', { body: pushService.aDevice() })
    return { body: {} }
  }),
} satisfies Partial<Record<CallId, Scenarios>>
