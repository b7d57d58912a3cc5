import { onTestFinished, test } from 'vitest';
import { until } from '../../programs/until.ts';
import { handshakeOf, portOf } from './foreign-peer.ts';
import { openOf, openSilent, seedingLab } from './incoming-scene.ts';

test('peers without a whole handshake end after 10 s, also if they send a byte now and then', async () => {
	const { target, infohash } = await seedingLab();
	const [silent, slow] = await openSilent(portOf(target), 2);
	if (!silent || !slow) throw new Error('no connections');
	const handshake = handshakeOf(infohash);
	let sent = 0;
	const timer = setInterval(() => slow.socket.write(handshake.subarray(sent, ++sent)), 500);
	onTestFinished(() => clearInterval(timer));
	await until(() => openOf([silent, slow]) === 0, { awaited: 'the end', timeoutMs: 15_000 });
});
