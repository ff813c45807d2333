import { pinEndpoints } from '@solstice/contract/pin.endpoints'
import type { CallInput } from '@solstice/contract/wire'
import { call } from '#/lib/api.ts'

export const pinCalls = {
  state: () => call(pinEndpoints['pin.state'], {}),
  evaluate: (blinded: string, pinKeyId?: string) =>
    call(pinEndpoints['pin.evaluate'], {
      body: pinKeyId === undefined ? { blinded } : { blinded, pinKeyId },
    }),
  tries: (pinKeyId: string) => call(pinEndpoints['pin.tries'], { query: { pinKeyId } }),
  verify: (body: CallInput<'pin.verify'>['body']) => call(pinEndpoints['pin.verify'], { body }),
  enrol: (body: CallInput<'pin.enrol'>['body'], pinToken: string | undefined) =>
    call(pinEndpoints['pin.enrol'], { body }, pinToken === undefined ? {} : { pinToken }),
  set: (body: CallInput<'pin.set'>['body']) => call(pinEndpoints['pin.set'], { body }),
}

export type PinCalls = typeof pinCalls
