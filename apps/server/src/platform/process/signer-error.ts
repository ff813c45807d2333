/**
 * Thrown when the signer did not answer. It is unknown whether it signed, and repeating the request
 * is safe.
 */
export class SignerError extends Error {}
