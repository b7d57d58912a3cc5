import { expect, onTestFinished, test } from 'vitest';
import { EngineTransport } from '../../../source/service/overlay/engine-transport.ts';
import { OverlayNetwork } from '../../../source/service/overlay/overlay-network.ts';
import { until } from '../../programs/until.ts';
import { portOf } from '../engine/foreign-peer.ts';
import { folder, lab as startLab } from '../engine/lab.ts';
import { body, inMinutes, newIdentity, quickLimits, TOPIC } from './overlay-fixture.ts';

/** Starts an overlay that uses an engine. */
async function service(peers: readonly string[] = []) {
	const lab = await startLab();
	const log = (level: string, text: string) => void lab.lines.push(`${level} ${text}`);
	const overlay = new OverlayNetwork({
		identity: newIdentity(),
		transport: new EngineTransport({ engine: lab.engine, discovery: false, log }),
		stateFolder: folder(),
		peers,
		log,
		limits: quickLimits,
	});
	const published: string[] = [];
	const received: string[] = [];
	overlay.join(TOPIC, {
		published: (message) => {
			published.push(Buffer.from(message.body).toString());
			return 'accept';
		},
		received: (message) => {
			received.push(Buffer.from(message.body).toString());
			return 'accept';
		},
	});
	onTestFinished(() => overlay.close());
	await overlay.start();
	const address = `127.0.0.1:${portOf(lab)}`;
	return { lab, overlay, published, received, address, connected: () => overlay.peers().length };
}

type Service = Awaited<ReturnType<typeof service>>;

/** Waits until each service has this many connections. */
async function untilConnected(count: number, ...services: Service[]): Promise<void> {
	await until(() => services.every(({ connected }) => connected() === count), {
		awaited: `${count} connections of each`,
		seen: () => services.map(({ lab }) => lab.lines.join('\n')).join('\n\n'),
	});
}

test('services exchange messages through their engines', async () => {
	const a = await service();
	const b = await service([a.address]);
	await untilConnected(1, a, b);
	// Each side connects to the other, and the connection that the smaller id opened stays.
	expect(a.overlay.peers()).toMatchObject([{ id: b.overlay.id, address: b.address }]);
	expect(b.overlay.peers()).toMatchObject([{ id: a.overlay.id, address: a.address }]);
	for (let at = 0; at < 20; at++)
		a.overlay.publish(TOPIC, body(`tick ${at} ${'x'.repeat(5_000)}`), inMinutes(1));
	b.overlay.send(a.overlay.id, TOPIC, body('to one'));
	await until(() => b.published.length === 20 && a.received.length === 1);
	expect(b.published.map((text) => text.slice(0, 7).trim())).toEqual(
		Array.from({ length: 20 }, (_, at) => `tick ${at}`),
	);
	expect(a.received).toEqual(['to one']);
});

test('five services that know one of them connect to each other', async () => {
	const first = await service();
	const others: Service[] = [];
	for (let count = 0; count < 4; count++) others.push(await service([first.address]));
	await untilConnected(4, first, ...others);
	others[0]?.overlay.publish(TOPIC, body('to all'), inMinutes(1));
	await until(() => [first, ...others.slice(1)].every(({ published }) => published.length === 1));
});

test('services connect again after an engine was killed and another one was started', async () => {
	const a = await service();
	const b = await service([a.address]);
	await untilConnected(1, a, b);
	process.kill(b.lab.engine.pid ?? 0, 'SIGKILL');
	await untilConnected(0, a, b);
	await b.lab.until('its death', () => b.lab.messages.some(({ type }) => type === 'died'));
	await b.lab.engine.start();
	await untilConnected(1, a, b);
	b.overlay.send(a.overlay.id, TOPIC, body('again'));
	await until(() => a.received.length === 1);
});
