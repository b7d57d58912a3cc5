import { expect, onTestFinished, test } from 'vitest';
import { closedPort } from '../../source/demo/closed-port.ts';
import { openSession } from '../../source/runtime/session.ts';
import { initialState } from '../../source/state/core/state.ts';
import { createStore } from '../../source/state/core/store.ts';
import { update } from '../../source/tui/shell/update.ts';
import { until } from '../programs/until.ts';
import { respondJson, startService } from './service.ts';

/** Opens a session that detects a service, and a change that it sends afterwards. */
function writing(url: string) {
	const store = createStore(initialState(url, 'a test', Date.now()), update);
	const session = openSession({ url, detect: true }, store);
	onTestFinished(() => session.close());
	let sent = false;
	session.write({
		send: async () => {
			sent = true;
		},
		doing: 'Removing a',
		stale: [],
	});
	return { store, session, wasSent: () => sent };
}

test('a request that waits for detection is never sent if the user quits meanwhile', async () => {
	const service = await startService();
	// It does not identify itself.
	const question = `GET /downloads/${'0'.repeat(40)}/files`;
	service.answers[question] = () => {};
	const { store, session, wasSent } = writing(service.url);
	await until(() => service.count(question) >= 1);
	expect(wasSent()).toBe(false);
	await session.close();
	await until(() => store.get().pendingWrites === 0);
	expect(wasSent()).toBe(false);
});

test('a request to an unreachable service fails, and is not kept', async () => {
	const url = `http://127.0.0.1:${await closedPort()}`;
	const { store, wasSent } = writing(url);
	await until(() => store.get().pendingWrites === 0);
	expect(wasSent()).toBe(false);
	expect(store.get().journal.notice).toMatchObject({ level: 'error', doing: 'Removing a' });
});

test('a request to a slow service waits for a detection with a longer timeout', async () => {
	const service = await startService();
	const question = `GET /downloads/${'0'.repeat(40)}/files`;
	// The first attempt gets no answer.
	service.answers[question] = (response) => {
		if (service.count(question) > 1) respondJson({ files: [] })(response);
	};
	const { store, wasSent } = writing(service.url);
	await until(() => store.get().pendingWrites === 0);
	expect(wasSent()).toBe(true);
	expect(store.get().journal.notice?.level).not.toBe('error');
});
