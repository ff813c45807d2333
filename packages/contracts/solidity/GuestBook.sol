// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

/// A public guest book. It takes no coin and no tokens; a line stays in it for good.
contract GuestBook {
    uint256 public lines;
    mapping(address signer => uint256 line) public lineOf;

    event Signed(uint256 indexed line, address indexed signer, string text);

    error LineEmpty();
    error LineTooLong();

    function sign(string calldata text) external {
        if (bytes(text).length == 0) revert LineEmpty();
        if (bytes(text).length > 200) revert LineTooLong();
        lines += 1;
        lineOf[msg.sender] = lines;
        emit Signed(lines, msg.sender, text);
    }
}
