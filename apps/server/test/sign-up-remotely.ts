import { postTo } from './server-process.ts'

/** Signs a member up at a server that stores its mail in the development mailbox. */
export async function signUpRemotely(address: string, email: string): Promise<number> {
  await postTo(address, '/v1/public/auth/signup/email/send', { email })
  const mailbox = await fetch(`${address}/dev/mailbox?to=${encodeURIComponent(email)}`)
  const [mail] = (await mailbox.json()) as { code: string }[] // The mailbox returns a list of mails.
  const verified = await postTo<{ completeCode: string }>(
    address,
    '/v1/public/auth/verification/verify',
    { email, code: mail?.code, purpose: 'SIGNUP' },
  )
  const signedUp = await postTo<{ userId: number }>(address, '/v1/public/auth/signup', {
    email,
    password: 'Abcdef1!',
    completeCode: verified.data?.completeCode,
    agreements: { termsOfService: true, privacyPolicy: true },
  })
  if (!signedUp.data) throw new Error(`The sign-up was refused: ${JSON.stringify(signedUp)}`)
  return signedUp.data.userId
}
