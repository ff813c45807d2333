import type { Abi } from 'viem'
import artifact from './partner-contracts.json' with { type: 'json' }

type Contract = { abi: Abi; bytecode: `0x${string}` }

/** A guest book, as the contract of a partner whose mission asks for a call. */
export const GUEST_BOOK = artifact.contracts.GuestBook as Contract
/** For tests: a guest book whose owner changes what signing does. */
export const TURNCOAT_BOOK = artifact.contracts.TurncoatBook as Contract

/**
 * The deployment of the guest book on a local chain, signed by an account that did nothing before,
 * so that the book has the same address in every installation.
 */
export const GUEST_BOOK_DEPLOYMENT = {
  chainId: artifact.deployments.GuestBook.chainId,
  deployer: artifact.deployments.GuestBook.deployer as `0x${string}`,
  address: artifact.deployments.GuestBook.address as `0x${string}`,
  raw: artifact.deployments.GuestBook.raw as `0x${string}`,
}
