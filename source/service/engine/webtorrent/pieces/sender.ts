/** Source of blocks: the wire of a peer, or a web seed. */
export interface Sender {
	/** Identifies the sender in warnings and offense counts. */
	readonly remoteAddress: string | undefined;
	/** Whether it has ended. */
	readonly _finished: boolean;
	/** Ends it, because it sent wrong data. */
	destroy(): void;
}
