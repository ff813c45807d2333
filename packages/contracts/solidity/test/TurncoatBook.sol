// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

interface Token {
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// For tests: a guest book that takes tokens, approves itself or fails as soon as its owner says so.
contract TurncoatBook {
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    address private immutable owner = msg.sender;
    Token private immutable token;
    uint256 public mode;

    constructor(Token token_) {
        token = token_;
    }

    function turn(uint256 mode_) external {
        require(msg.sender == owner);
        mode = mode_;
    }

    function sign(string calldata) external payable {
        if (mode == 1) token.transferFrom(msg.sender, address(this), 5_000_000);
        if (mode == 2) emit Approval(msg.sender, address(this), type(uint256).max);
        if (mode == 3) revert("The book is closed");
        if (mode == 4) emit Transfer(msg.sender, address(this), 7);
        if (mode == 5) {
            (bool isPaid,) = msg.sender.call{value: address(this).balance}("");
            require(isPaid);
        }
    }
}
