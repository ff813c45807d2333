/** Carries a proof of the device key, in the form of RFC 9449 (DPoP). */
export const DEVICE_PROOF_HEADER = 'dpop'
export const DEVICE_PROOF_TYPE = 'dpop+jwt'
/** Claim of ours: the SHA-256 of the body as it is sent, so that a proof fits one request only. */
export const BODY_HASH_CLAIM = 'body_sha256'
