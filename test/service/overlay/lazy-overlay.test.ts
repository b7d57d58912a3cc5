import { expect, test } from 'vitest';
import { LazyOverlay, lazyOverlayText } from '../../../source/service/lazy-overlay.ts';
import type { Overlay } from '../../../source/service/overlay/overlay.ts';
import { until } from '../../programs/until.ts';
import { startOverlay, TOPIC, untilConnected } from './overlay-fixture.ts';

/** Records the start of a real overlay in `steps`. */
async function recorded(steps: string[]): Promise<Overlay> {
	const { overlay } = await startOverlay();
	const start = async () => void steps.push('start');
	return Object.assign(Object.create(overlay), { start, close: async () => void steps.push('close') });
}

test('overlay starts once, after the service has started and the users that are being opened have joined', async () => {
	const steps: string[] = [];
	const lazy = new LazyOverlay(
		() => recorded(steps),
		() => {},
	);
	await lazy.use(() => steps.push('early'));
	expect(steps).toEqual(['early']);
	let finish = () => {};
	const slow = new Promise<void>((resolve) => {
		finish = resolve;
	});
	const first = lazy.use(() => steps.push('first'));
	const second = lazy.use(async () => {
		await slow;
		steps.push('second');
	});
	lazy.started();
	await first;
	finish();
	await second;
	await lazy.use(() => steps.push('late'));
	lazy.started();
	await lazy.close();
	expect(steps).toEqual(['early', 'first', 'second', 'start', 'late', 'close']);
	await expect(lazy.use(() => {})).rejects.toThrow(lazyOverlayText.closed);
});

test('a user that cannot be opened does not stop the others, and a failed load is repeated', async () => {
	const steps: string[] = [];
	const failures = ['no identity'];
	const lazy = new LazyOverlay(
		() => {
			const reason = failures.pop();
			return reason === undefined ? recorded(steps) : Promise.reject(new Error(reason));
		},
		() => {},
	);
	lazy.started();
	await expect(lazy.use(() => steps.push('never'))).rejects.toThrow('no identity');
	const failing = lazy.use(() => Promise.reject(new Error('damaged')));
	const working = lazy.use(() => steps.push('joined'));
	await expect(failing).rejects.toThrow('damaged');
	await working;
	expect(steps).toEqual(['joined', 'start']);
});

test('users get no overlay if it is off', async () => {
	const lazy = new LazyOverlay(undefined, () => {});
	expect(lazy.isOn).toBe(false);
	expect(await lazy.use((overlay) => overlay)).toBeUndefined();
	lazy.started();
	await lazy.close();
});

test('a failed start is reported', async () => {
	const reports: string[] = [];
	const overlay = await recorded([]);
	const failing = Object.assign(Object.create(overlay), {
		start: () => Promise.reject(new Error('no port')),
	});
	const lazy = new LazyOverlay(
		async () => failing,
		(text) => reports.push(text),
	);
	lazy.started();
	await lazy.use(() => {});
	await until(() => reports.length > 0);
	expect(reports).toEqual([lazyOverlayText.notStarted('no port')]);
});

test('a user that joins later is informed about connected services, and one that left about none', async () => {
	const a = await startOverlay();
	const b = await startOverlay({ peers: [a.address] });
	await untilConnected(a, b);
	const peers: string[] = [];
	const messages: string[] = [];
	const user = {
		published: ({ from }: { from: string }) => {
			messages.push(from);
			return 'accept' as const;
		},
		received: () => 'accept' as const,
		connected: (peer: string) => peers.push(peer),
	};
	a.overlay.join('left', user);
	a.overlay.leave('left');
	a.overlay.join('late', user);
	expect(peers).toEqual([]);
	await until(() => peers.length > 0);
	expect(peers).toEqual([b.id]);
	b.overlay.publish('left', Buffer.from('x'), Date.now() + 60_000);
	b.overlay.publish('late', Buffer.from('x'), Date.now() + 60_000);
	b.overlay.publish(TOPIC, Buffer.from('last'), Date.now() + 60_000);
	await until(() => a.published.includes('last'));
	expect(messages).toEqual([b.id]);
});
