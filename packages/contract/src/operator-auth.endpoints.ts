import { Code } from './codes.ts'
import { OPERATOR_ROLES, type Endpoint } from './endpoint.ts'

/** A call before sign-in. The console's host serves it, and only to its own pages. */
const signIn = {
  method: 'POST',
  access: 'public',
  console: true,
  openInMaintenance: true,
} as const

/** A call of a signed-in person about their own account. */
const own = { access: 'operator', roles: OPERATOR_ROLES, console: true } as const

export const operatorAuthEndpoints = {
  'operatorAuth.begin': {
    ...signIn,
    id: 'operatorAuth.begin',
    path: '/v1/operator/auth/login',
    summary:
      'Begins a sign-in. An empty body requests the options of a passkey; with email and password, the second factor is a code of the authenticator app.',
    codes: [Code.CREDENTIALS_INVALID],
    limits: ['operatorLoginPerIp', 'operatorPasswordPerDevice', 'operatorPasswordPerName'],
  },
  'operatorAuth.finish': {
    ...signIn,
    id: 'operatorAuth.finish',
    path: '/v1/operator/auth/login/{loginId}/factor',
    summary: 'Finishes a sign-in with a passkey or a code, and sets the session cookie.',
    codes: [Code.CREDENTIALS_INVALID],
    limits: ['operatorLoginPerIp', 'operatorCodesPerName'],
  },
  'operatorAuth.recover': {
    ...signIn,
    id: 'operatorAuth.recover',
    path: '/v1/operator/auth/recovery',
    summary:
      'Uses up a recovery code and mails a new enrolment link. The response is the same for an unknown email or a wrong code.',
    codes: [],
    limits: ['operatorLoginPerIp', 'operatorRecoveryPerDevice'],
  },
  'operatorAuth.claimOwner': {
    ...signIn,
    id: 'operatorAuth.claimOwner',
    path: '/v1/operator/auth/owner',
    summary:
      'Starts the enrolment of the first owner, who shows OPERATOR_TOKEN. When owners exist, it mails a new link to one of them instead.',
    codes: [Code.NICKNAME_TAKEN, Code.EMAIL_EXISTS],
    limits: ['operatorLoginPerIp'],
  },
  'operatorAuth.showEnrolment': {
    ...signIn,
    id: 'operatorAuth.showEnrolment',
    path: '/v1/operator/auth/enrolments/{code}/options',
    summary:
      'Returns the invited person, and what a new passkey or an authenticator app needs. Does not use up the link.',
    codes: [Code.NOT_FOUND],
    limits: ['operatorLoginPerIp'],
  },
  'operatorAuth.enrol': {
    ...signIn,
    id: 'operatorAuth.enrol',
    path: '/v1/operator/auth/enrolments/{code}',
    summary:
      'Uses up an enrolment link: stores a passkey, or a password with an authenticator app, and signs in. Only this response contains the recovery codes.',
    codes: [Code.NOT_FOUND, Code.PASSWORD_FORMAT, Code.VERIFICATION_CODE_INVALID],
    limits: ['operatorLoginPerIp'],
  },
  'operatorAuth.showObjection': {
    ...signIn,
    id: 'operatorAuth.showObjection',
    path: '/v1/operator/auth/objections/{code}/options',
    summary:
      'Returns what a person who lost rights can object to: the change, and the open proposals that no second person can approve.',
    codes: [Code.NOT_FOUND],
    limits: ['operatorLoginPerIp'],
  },
  'operatorAuth.object': {
    ...signIn,
    id: 'operatorAuth.object',
    path: '/v1/operator/auth/objections/{code}',
    summary:
      'Objects for a person who lost rights within the last seven days: declines the open proposals that no second person can approve, and mails every operator.',
    codes: [Code.NOT_FOUND],
    limits: ['operatorLoginPerIp'],
  },
  'operatorAuth.stepUpOptions': {
    ...own,
    id: 'operatorAuth.stepUpOptions',
    method: 'POST',
    path: '/v1/operator/auth/step-up/options',
    summary: 'Returns the options for confirming with a passkey, and whether a code works too.',
    codes: [],
  },
  'operatorAuth.stepUp': {
    ...own,
    id: 'operatorAuth.stepUp',
    method: 'POST',
    path: '/v1/operator/auth/step-up',
    summary:
      'Confirms the person again for five minutes and replaces the session cookie. Sensitive calls return 2911 without it.',
    codes: [Code.CREDENTIALS_INVALID],
    limits: ['operatorCodesPerName'],
  },
  'operatorAuth.logout': {
    ...own,
    id: 'operatorAuth.logout',
    method: 'POST',
    path: '/v1/operator/auth/logout',
    summary: 'Ends this session.',
    codes: [],
  },
  'operatorAuth.sessions': {
    ...own,
    id: 'operatorAuth.sessions',
    method: 'GET',
    path: '/v1/operator/auth/sessions',
    summary: "Lists the operator's open sessions, this one first.",
    codes: [],
  },
  'operatorAuth.endSession': {
    ...own,
    id: 'operatorAuth.endSession',
    method: 'DELETE',
    path: '/v1/operator/auth/sessions/{sessionId}',
    summary: 'Ends one of the own sessions.',
    codes: [Code.NOT_FOUND],
  },
  'operatorAuth.factorOptions': {
    ...own,
    id: 'operatorAuth.factorOptions',
    method: 'POST',
    path: '/v1/operator/auth/factors/options',
    summary: 'Returns what a further passkey or a new authenticator app needs.',
    stepUp: true,
    codes: [],
  },
  'operatorAuth.addFactor': {
    ...own,
    id: 'operatorAuth.addFactor',
    method: 'POST',
    path: '/v1/operator/auth/factors',
    summary:
      'Adds a passkey, or sets password and authenticator app; new ones replace the old ones. Returns 9992 beyond 10 passkeys.',
    stepUp: true,
    codes: [Code.PASSWORD_FORMAT, Code.VERIFICATION_CODE_INVALID],
  },
  'operatorAuth.removeFactor': {
    ...own,
    id: 'operatorAuth.removeFactor',
    method: 'DELETE',
    path: '/v1/operator/auth/factors/{factorId}',
    summary: 'Removes a factor. The last one cannot be removed (9992).',
    stepUp: true,
    codes: [Code.NOT_FOUND],
  },
  'operatorAuth.newRecoveryCodes': {
    ...own,
    id: 'operatorAuth.newRecoveryCodes',
    method: 'POST',
    path: '/v1/operator/auth/recovery-codes',
    summary: 'Replaces the recovery codes. Only this response contains them.',
    stepUp: true,
    codes: [],
  },
  'operatorAuth.tokens': {
    ...own,
    id: 'operatorAuth.tokens',
    method: 'GET',
    path: '/v1/operator/auth/tokens',
    summary: 'Lists the active machines for which the operator is responsible, oldest first.',
    codes: [],
  },
  'operatorAuth.rotateToken': {
    ...own,
    id: 'operatorAuth.rotateToken',
    method: 'POST',
    path: '/v1/operator/auth/tokens/{operatorId}',
    summary:
      'Gives a machine of the operator a new token for 90 days and revokes the old one immediately. Only this response contains the token.',
    stepUp: true,
    codes: [Code.NOT_FOUND],
  },
  'operatorAuth.revokeToken': {
    ...own,
    id: 'operatorAuth.revokeToken',
    method: 'DELETE',
    path: '/v1/operator/auth/tokens/{operatorId}',
    summary: 'Disables a machine of the operator permanently.',
    stepUp: true,
    codes: [Code.NOT_FOUND],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
