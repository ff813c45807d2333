// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

/// Sends tokens of an owner who has no coin for the fee. The owner signs a permit (EIP-2612) for exactly
/// the amount, and an intent (EIP-712) that names recipient, amount, token, nonce and deadline for this
/// contract on this chain. The contract keeps no tokens and can move none without such an intent.
contract SendRelay {
    struct Send {
        address owner;
        address recipient;
        address token;
        uint256 amount;
        uint256 nonce;
        uint256 deadline;
    }

    struct Signature {
        uint8 v;
        bytes32 r;
        bytes32 s;
    }

    bytes32 private constant SEND_TYPEHASH = keccak256(
        "Send(address owner,address recipient,address token,uint256 amount,uint256 nonce,uint256 deadline)"
    );
    uint256 private constant HALF_ORDER =
        0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0;

    /// Stored rather than immutable, so that every deployment has the same code and an app can recognise it.
    address public treasury;
    mapping(address owner => mapping(uint256 nonce => bool)) public isUsed;

    event Relayed(
        address indexed owner,
        uint256 indexed nonce,
        address token,
        address recipient,
        uint256 amount
    );

    error NotTreasury();
    error SendExpired(uint256 deadline);
    error NonceUsed(uint256 nonce);
    error SendNotSigned();
    error TransferFailed();

    constructor() {
        treasury = msg.sender;
    }

    /// Only the treasury calls this: a stranger who repeated the call would make the treasury's fail.
    function relay(Send calldata send, Signature calldata intent, Signature calldata permit) external {
        if (msg.sender != treasury) revert NotTreasury();
        if (block.timestamp > send.deadline) revert SendExpired(send.deadline);
        if (isUsed[send.owner][send.nonce]) revert NonceUsed(send.nonce);
        _checkIntent(send, intent);
        isUsed[send.owner][send.nonce] = true;
        _permit(send, permit);
        _transfer(send);
        emit Relayed(send.owner, send.nonce, send.token, send.recipient, send.amount);
    }

    /// Computed on every call, so that a signature is invalid after a change of the chain id.
    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("Solstice Relay"),
                keccak256("1"),
                block.chainid,
                address(this)
            )
        );
    }

    function _checkIntent(Send calldata send, Signature calldata intent) private view {
        bytes32 what = keccak256(abi.encode(SEND_TYPEHASH, send));
        bytes32 digest = keccak256(abi.encodePacked("\x19\x01", DOMAIN_SEPARATOR(), what));
        address signer = ecrecover(digest, intent.v, intent.r, intent.s);
        if (signer == address(0) || signer != send.owner || uint256(intent.s) > HALF_ORDER) {
            revert SendNotSigned();
        }
    }

    /// Ignores a failure, because anyone may have used the permit before; then the allowance suffices.
    function _permit(Send calldata send, Signature calldata permit) private {
        (bool success,) = send.token.call(
            abi.encodeWithSignature(
                "permit(address,address,uint256,uint256,uint8,bytes32,bytes32)",
                send.owner,
                address(this),
                send.amount,
                send.deadline,
                permit.v,
                permit.r,
                permit.s
            )
        );
        success;
    }

    function _transfer(Send calldata send) private {
        (bool success, bytes memory result) = send.token.call(
            abi.encodeWithSignature(
                "transferFrom(address,address,uint256)", send.owner, send.recipient, send.amount
            )
        );
        // Some tokens return nothing.
        bool isSent = success
            && (
                result.length == 0
                    ? send.token.code.length > 0
                    : result.length >= 32 && abi.decode(result, (uint256)) == 1
            );
        if (!isSent) revert TransferFailed();
    }
}
