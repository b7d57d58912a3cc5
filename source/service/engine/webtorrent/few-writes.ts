import type { Socket } from 'node:net';
import type Wire from 'bittorrent-protocol';

/**
 * Has the messages of one turn of the event loop go out together: the library writes each on its own, and a request
 * of 17 bytes for every 16 KiB costs more time than all else there is to do for them.
 */
export function gatherWrites(wire: Wire, socket: Socket): void {
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

/**
 * What was received with what was left of what came before it, which is taken from the wire. The library would join
 * them itself, in memory that it clears first.
 */
export function joined(wire: Wire, data: Uint8Array): Uint8Array {
	// There the library turns what arrived before it joins it.
	if (wire._encryptor || wire._bufferSize === 0) return data;
	const all = Buffer.concat([...wire._buffer, data], wire._bufferSize + data.length);
	wire._buffer = [];
	wire._bufferSize = 0;
	return all;
}
