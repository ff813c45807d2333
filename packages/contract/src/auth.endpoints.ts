import { Code } from './codes.ts'
import type { Endpoint } from './endpoint.ts'

const emailCheck = [Code.EMAIL_EXISTS, Code.EMAIL_FORMAT, Code.REREGISTRATION_BLOCKED] as const

export const authEndpoints = {
  'auth.checkSignUpEmail': {
    id: 'auth.checkSignUpEmail',
    method: 'POST',
    path: '/v1/public/auth/signup/email/check',
    access: 'public',
    summary: 'Tells whether an address is free to sign up with.',
    limits: ['checksPerIp'],
    codes: emailCheck,
  },
  'auth.sendSignUpCode': {
    id: 'auth.sendSignUpCode',
    method: 'POST',
    path: '/v1/public/auth/signup/email/send',
    access: 'public',
    summary: 'Mails a six-digit code; an earlier code of this address stops working.',
    limits: ['codesPerAccount', 'codesPerIp'],
    codes: [...emailCheck, Code.TOO_MANY_REQUESTS],
  },
  'auth.verifyCode': {
    id: 'auth.verifyCode',
    method: 'POST',
    path: '/v1/public/auth/verification/verify',
    access: 'public',
    summary: 'Exchanges a mailed code for the completeCode that finishes a sign-up or reset.',
    limits: ['codesPerIp'],
    codes: [
      Code.EMAIL_FORMAT,
      Code.VERIFICATION_CODE_INVALID,
      Code.VERIFICATION_CODE_EXPIRED,
      Code.TOO_MANY_REQUESTS,
    ],
  },
  'auth.signUp': {
    id: 'auth.signUp',
    method: 'POST',
    path: '/v1/public/auth/signup',
    access: 'public',
    summary: 'Creates the account and opens its first session.',
    codes: [
      ...emailCheck,
      Code.VERIFICATION_CODE_INVALID,
      Code.VERIFICATION_CODE_EXPIRED,
      Code.PASSWORD_FORMAT,
      Code.REFERRAL_CODE_INVALID,
      Code.AGREEMENT_MISSING,
    ],
  },
  'auth.login': {
    id: 'auth.login',
    method: 'POST',
    path: '/v1/public/auth/login',
    access: 'public',
    summary: 'Opens a session. An unknown address answers like a wrong password.',
    limits: ['loginPerAccount', 'loginPerIp'],
    codes: [
      Code.EMAIL_FORMAT,
      Code.CREDENTIALS_INVALID,
      Code.ACCOUNT_DISABLED,
      Code.ACCOUNT_SUSPENDED,
      Code.TOO_MANY_REQUESTS,
    ],
  },
  'auth.logout': {
    id: 'auth.logout',
    method: 'POST',
    path: '/v1/public/auth/logout',
    access: 'public',
    summary: 'Ends the session of the cookies, if there is one, and clears them.',
    openInMaintenance: true,
    codes: [],
  },
  'auth.reissue': {
    id: 'auth.reissue',
    method: 'PATCH',
    path: '/v1/public/auth/reissue',
    access: 'public',
    summary: 'Exchanges the refresh cookie for new cookies.',
    limits: ['reissuePerSession'],
    openInMaintenance: true,
    codes: [Code.TOKEN_EXPIRED, Code.ACCOUNT_DISABLED, Code.ACCOUNT_SUSPENDED],
  },
} as const satisfies { [Id in string]: Endpoint<Id> }
