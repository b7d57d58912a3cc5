import { readSync } from 'node:fs';
import { ReadStream } from 'node:tty';
import { now } from '../clock.ts';

/** Reads the output of a program until it is closed. Closing it also closes the descriptor. */
export interface Reader {
	close(): Promise<void>;
}

export type OnBytes = (bytes: Buffer, at: number) => void;

/** Reads all available output at once, as a local terminal does. */
export function readAtOnce(fd: number, onBytes: OnBytes): Reader {
	const stream = new ReadStream(fd);
	stream.on('data', (bytes: Buffer) => onBytes(bytes, now()));
	// The end of the program is an error (EIO) on a pseudo terminal.
	stream.on('error', () => {});
	const closed = new Promise<void>((resolve) => stream.once('close', resolve));
	return {
		close() {
			stream.destroy();
			return closed;
		},
	};
}

const TICK_MS = 5;
/** Maximum link time read at once after a delay of this process, ms. */
const MAX_CATCH_UP_MS = 25;

/** Reads at most this many bytes per second, as a slow link does. Never reads ahead. */
export function readSlowly(
	fd: number,
	bytesPerSecond: number,
	onBytes: OnBytes,
	close: (fd: number) => void,
): Reader {
	let [allowed, last] = [0, now()];
	const timer = setInterval(() => {
		const moment = now();
		allowed = Math.min(
			allowed + ((moment - last) * bytesPerSecond) / 1000,
			(MAX_CATCH_UP_MS * bytesPerSecond) / 1000,
		);
		last = moment;
		const bytes = take(fd, Math.floor(allowed));
		if (bytes.length === 0) return;
		allowed -= bytes.length;
		onBytes(bytes, moment);
	}, TICK_MS);
	return {
		async close() {
			clearInterval(timer);
			close(fd);
		},
	};
}

/** Reads at most `limit` bytes from the kernel. */
export function take(fd: number, limit: number): Buffer {
	const bytes = Buffer.alloc(limit);
	try {
		return limit > 0 ? bytes.subarray(0, readSync(fd, bytes)) : bytes;
	} catch {
		// No output (EAGAIN), or the program has ended (EIO).
		return bytes.subarray(0, 0);
	}
}
