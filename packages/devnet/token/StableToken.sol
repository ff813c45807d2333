// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

/// The stable token of the local chains: ERC-20 with permit (EIP-2612).
/// The deployer receives the entire supply; there is no mint, pause or clawback.
contract StableToken {
    string public name;
    string public symbol;
    uint8 public immutable decimals;
    uint256 public immutable totalSupply;

    mapping(address owner => uint256) public balanceOf;
    mapping(address owner => mapping(address spender => uint256)) public allowance;
    mapping(address owner => uint256) public nonces;

    bytes32 public constant PERMIT_TYPEHASH =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
    uint256 private constant HALF_ORDER =
        0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    error BalanceTooSmall(uint256 balance, uint256 wanted);
    error AllowanceTooSmall(uint256 allowance, uint256 wanted);
    error NoRecipient();
    error PermitExpired(uint256 deadline);
    error PermitNotSigned();

    constructor(string memory name_, string memory symbol_, uint8 decimals_, uint256 wholeTokens) {
        name = name_;
        symbol = symbol_;
        decimals = decimals_;
        totalSupply = wholeTokens * 10 ** decimals_;
        balanceOf[msg.sender] = totalSupply;
        emit Transfer(address(0), msg.sender, totalSupply);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        _move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        uint256 allowed = allowance[from][msg.sender];
        // An unlimited allowance is not reduced.
        if (allowed != type(uint256).max) {
            if (allowed < value) revert AllowanceTooSmall(allowed, value);
            allowance[from][msg.sender] = allowed - value;
        }
        _move(from, to, value);
        return true;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        _approve(msg.sender, spender, value);
        return true;
    }

    function permit(
        address owner,
        address spender,
        uint256 value,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        if (block.timestamp > deadline) revert PermitExpired(deadline);
        bytes32 what =
            keccak256(abi.encode(PERMIT_TYPEHASH, owner, spender, value, nonces[owner]++, deadline));
        bytes32 digest = keccak256(abi.encodePacked("\x19\x01", DOMAIN_SEPARATOR(), what));
        address signer = ecrecover(digest, v, r, s);
        if (signer == address(0) || signer != owner || uint256(s) > HALF_ORDER) revert PermitNotSigned();
        _approve(owner, spender, value);
    }

    /// Computed on every call, so that a signature is invalid after a change of the chain id.
    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256(bytes(name)),
                keccak256("1"),
                block.chainid,
                address(this)
            )
        );
    }

    function _move(address from, address to, uint256 value) private {
        if (to == address(0)) revert NoRecipient();
        uint256 balance = balanceOf[from];
        if (balance < value) revert BalanceTooSmall(balance, value);
        unchecked {
            balanceOf[from] = balance - value;
            balanceOf[to] += value;
        }
        emit Transfer(from, to, value);
    }

    function _approve(address owner, address spender, uint256 value) private {
        allowance[owner][spender] = value;
        emit Approval(owner, spender, value);
    }
}
