import type { Socket } from 'node:net';
import type Wire from 'bittorrent-protocol';

/**
 * Has the messages of one turn of the event loop go out together: the library writes each on its own, and a request
 * of 17 bytes for every 16 KiB costs more time than all else there is to do for them.
 */
export function coalesceWrites(wire: Wire, socket: Socket): void {
	// What is sent is gathered here already: nothing is gained by holding back what is little.
	socket.setNoDelay(true);
	const push = wire._push;
	let gathering = false;
	wire._push = (data) => {
		if (!gathering) {
			gathering = true;
			socket.cork();
			setImmediate(() => {
				gathering = false;
				socket.uncork();
			});
		}
		return push.call(wire, data);
	};
}
