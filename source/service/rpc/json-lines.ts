import { createInterface } from 'node:readline';
import type { Duplex } from 'node:stream';

/**
 * Exchanges messages as lines of JSON over a stream. Returns the function that sends one. Lines that are no JSON are
 * ignored. Messages after the end of the stream are lost.
 */
export function jsonLines(stream: Duplex, onMessage: (message: unknown) => void): (message: object) => void {
	const lines = createInterface({ input: stream });
	// The interface repeats the errors of its stream. A broken stream also emits 'close'.
	for (const emitter of [stream, lines]) emitter.on('error', () => {});
	lines.on('line', (line) => {
		let message: unknown;
		try {
			message = JSON.parse(line);
		} catch {
			return;
		}
		onMessage(message);
	});
	return (message) => {
		if (stream.writable) stream.write(`${JSON.stringify(message)}\n`);
	};
}
