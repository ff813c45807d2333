/** This header carries a proof of the device key as defined by RFC 9449 (DPoP). */
export const DEVICE_PROOF_HEADER = 'dpop'
export const DEVICE_PROOF_TYPE = 'dpop+jwt'
/** This custom claim is the SHA-256 of the body as sent; it binds a proof to one request. */
export const BODY_HASH_CLAIM = 'body_sha256'
