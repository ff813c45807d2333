/** Decodes the secret of an authenticator app as its owner reads it. */
export const secretBytes = (base32: string) =>
  Buffer.from(
    (
      Array.from(base32, (letter) =>
        'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
      )
        .join('')
        .match(/.{8}/g) ?? []
    ).map((byte) => Number.parseInt(byte, 2)),
  )
