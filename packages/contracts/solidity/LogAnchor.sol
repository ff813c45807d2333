// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

/// Keeps the newest checkpoint of the points log on chain, where the operator of the log cannot show
/// different members different ones.
contract LogAnchor {
    address public immutable treasury;

    uint256 public size;
    bytes32 public root;

    event CheckpointPosted(uint256 indexed size, bytes32 root);

    error NotTreasury();
    error TreeShrank(uint256 size);

    constructor() {
        treasury = msg.sender;
    }

    function postCheckpoint(uint256 newSize, bytes32 newRoot) external {
        if (msg.sender != treasury) revert NotTreasury();
        if (newSize < size || (newSize == size && newRoot != root)) revert TreeShrank(size);
        size = newSize;
        root = newRoot;
        emit CheckpointPosted(newSize, newRoot);
    }

    function checkpoint() external view returns (uint256, bytes32) {
        return (size, root);
    }
}
