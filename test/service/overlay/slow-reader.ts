import { once } from 'node:events';
import { expect } from 'vitest';
import { OVERLAY_WINDOW_BYTES } from '../../../source/service/engine/overlay-port.ts';
import { until } from '../../programs/until.ts';
import { noise } from '../engine/lab.ts';
import { connectedPair } from './engine-pair.ts';

/** Expects that a writer stops while one of two connected overlays does not read, and sends the rest afterwards. */
export async function expectBoundedMemory(slow: 'first' | 'second'): Promise<void> {
	const { out, into } = await connectedPair();
	const [reader, writer] = slow === 'first' ? [out.stream, into.stream] : [into.stream, out.stream];
	const total = 28 * 1024 * 1024;
	const chunk = noise(65_536, 1);
	let taken = 0;
	const written = (async () => {
		for (; taken < total; taken += chunk.length) if (!writer.write(chunk)) await once(writer, 'drain');
	})();
	// The kernel's buffers of both sockets are a few MiB. The writer stops when they and the windows are full.
	let before = -1;
	let unchanged = 0;
	await until(
		() => {
			unchanged = taken === before ? unchanged + 1 : 0;
			before = taken;
			return unchanged > 25 && taken > 0;
		},
		{ awaited: 'the writer stops', seen: () => `${taken} bytes` },
	);
	expect(taken).toBeLessThan(total / 2);
	expect(reader.readableLength).toBeLessThan(4 * OVERLAY_WINDOW_BYTES);
	let read = 0;
	reader.on('data', (bytes: Buffer) => {
		read += bytes.length;
	});
	await written;
	await until(() => read === total, { awaited: 'all bytes', seen: () => `${read} bytes` });
}
