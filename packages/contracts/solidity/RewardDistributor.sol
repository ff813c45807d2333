// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

/// Pays the rewards of many members with one root. A leaf commits to an account and to everything that
/// the account may ever have claimed, so one claim covers all rounds, and a repeated claim pays nothing.
/// Leaves and pairs are hashed as OpenZeppelin's StandardMerkleTree does. Claims never expire, and
/// nobody can take tokens back.
contract RewardDistributor {
    struct Claim {
        address account;
        uint256 cumulative;
        bytes32[] proof;
    }

    address public immutable treasury;
    address public immutable token;

    bytes32 public root;
    uint256 public rootNumber;
    mapping(address account => uint256) public claimed;

    event RootPosted(uint256 indexed number, bytes32 root);
    event Claimed(address indexed account, uint256 amount, uint256 cumulative);

    error NotTreasury();
    error WrongRootNumber(uint256 expected);
    error NotInRoot(address account);
    error NothingToClaim(address account);
    error TransferFailed();

    constructor(address token_) {
        treasury = msg.sender;
        token = token_;
    }

    /// The number makes a repeated or reordered transaction fail.
    function postRoot(uint256 number, bytes32 newRoot) external {
        if (msg.sender != treasury) revert NotTreasury();
        if (number != rootNumber + 1) revert WrongRootNumber(rootNumber + 1);
        rootNumber = number;
        root = newRoot;
        emit RootPosted(number, newRoot);
    }

    /// Anyone may submit a claim; only its account receives tokens.
    function claim(address account, uint256 cumulative, bytes32[] calldata proof) external {
        uint256 amount = _claimable(account, cumulative, proof);
        if (amount == 0) revert NothingToClaim(account);
        if (!_pay(account, amount, cumulative)) revert TransferFailed();
    }

    /// Claims for many accounts. Leaves out those that have claimed meanwhile and those that the token
    /// refuses to pay, so that one account cannot stop the others.
    function claimMany(Claim[] calldata claims) external {
        for (uint256 i = 0; i < claims.length; i++) {
            address account = claims[i].account;
            uint256 cumulative = claims[i].cumulative;
            uint256 amount = _claimable(account, cumulative, claims[i].proof);
            if (amount > 0) _pay(account, amount, cumulative);
        }
    }

    function _claimable(address account, uint256 cumulative, bytes32[] calldata proof)
        private
        view
        returns (uint256)
    {
        bytes32 node = keccak256(bytes.concat(keccak256(abi.encode(account, cumulative))));
        for (uint256 i = 0; i < proof.length; i++) {
            bytes32 other = proof[i];
            node = node < other
                ? keccak256(abi.encode(node, other))
                : keccak256(abi.encode(other, node));
        }
        if (node != root) revert NotInRoot(account);
        uint256 before = claimed[account];
        return cumulative <= before ? 0 : cumulative - before;
    }

    /// Returns whether the token paid. The amount is recorded first, so that the token cannot claim it
    /// again meanwhile. Without enough gas for the token nothing is left to take the record back, so the
    /// transaction fails as a whole.
    function _pay(address account, uint256 amount, uint256 cumulative) private returns (bool) {
        claimed[account] = cumulative;
        (bool success, bytes memory result) =
            token.call(abi.encodeWithSignature("transfer(address,uint256)", account, amount));
        // Some tokens return nothing.
        bool isPaid = success
            && (
                result.length == 0
                    ? token.code.length > 0
                    : result.length >= 32 && abi.decode(result, (uint256)) == 1
            );
        if (isPaid) emit Claimed(account, amount, cumulative);
        else claimed[account] = cumulative - amount;
        return isPaid;
    }
}
