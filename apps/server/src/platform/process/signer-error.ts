/** The signer did not answer; nobody knows whether it signed, and asking again is safe. */
export class SignerError extends Error {}
