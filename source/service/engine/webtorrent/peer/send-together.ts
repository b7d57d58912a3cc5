import type Wire from 'bittorrent-protocol';

/** Runs `work` and sends the messages that it causes in one write, which costs about as much as each message would. */
export function sendTogether(wire: Wire, work: () => void): void {
	const push = wire._push;
	const messages: Uint8Array[] = [];
	wire._push = (message) => messages.push(message);
	try {
		work();
	} finally {
		wire._push = push;
		if (messages.length > 0) wire._push(Buffer.concat(messages));
	}
}
