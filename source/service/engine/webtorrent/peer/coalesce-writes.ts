import type { Socket } from 'node:net';
import type Wire from 'bittorrent-protocol';

/**
 * Sends the messages of one turn of the event loop together. The library writes each separately. One write per
 * 17-byte request would dominate the CPU time.
 */
export function coalesceWrites(wire: Wire, socket: Socket): void {
	// Messages are already combined here, so Nagle's algorithm only adds delay.
	socket.setNoDelay(true);
	const push = wire._push;
	let isCorked = false;
	wire._push = (data) => {
		if (!isCorked) {
			isCorked = true;
			socket.cork();
			setImmediate(() => {
				isCorked = false;
				socket.uncork();
			});
		}
		return push.call(wire, data);
	};
}
