import type { SealedValues } from '#/platform/process/sealing-keys.ts'
import { findTotpSecretsAfter, resealTotpSecret } from './operator-factor.queries.ts'
import { secretOwner } from './operator-factor.service.ts'

const BATCH = 200

export const sealedTotpSecrets: SealedValues = {
  name: 'authenticator secrets of operators',
  setting: 'PIN_MASTER_KEY',
  keyIds: ({ operatorSealer }) => operatorSealer.keyIds,
  reseal: async ({ db, operatorSealer }, after) => {
    const rows = await findTotpSecretsAfter(db, after === null ? 0 : Number(after), BATCH)
    let count = 0
    for (const { id, operatorId, totpSecret } of rows) {
      if (totpSecret === null || operatorSealer.isCurrent(totpSecret)) continue
      const owner = secretOwner(operatorId)
      const resealed = operatorSealer.seal(operatorSealer.open(totpSecret, owner), owner)
      if (await resealTotpSecret(db, { id, totpSecret }, resealed)) count += 1
    }
    return { count, next: rows.length < BATCH ? null : String(rows.at(-1)?.id) }
  },
}
