import { expect, onTestFinished, test } from 'vitest';
import type { Message } from '../../source/state/core/message.ts';
import { initialState } from '../../source/state/core/state.ts';
import { createStore } from '../../source/state/core/store.ts';
import { Notifier, outcomeText } from '../../source/tui/shell/notifier.ts';
import { update } from '../../source/tui/shell/update.ts';
import { notification } from '../../source/tui/terminal/notification.ts';
import { until } from '../programs/until.ts';

const plain = { env: {}, ascii: false };
const hostile = 'Finished: a;b\u001b]0;title\u0007\u202e\nc 世界';

test.each([
	['none', ''],
	['bell', '\u0007'],
	['osc9', '\u001b]9;seedtop: Finished: x\u0007'],
	['osc777', '\u001b]777;notify;seedtop;Finished: x\u0007'],
] as const)('%s', (method, sequence) => {
	expect(notification('Finished: x', { method, ...plain })).toBe(sequence);
});

test('a notification contains no control characters of untrusted text', () => {
	for (const method of ['osc9', 'osc777'] as const) {
		const sequence = notification(hostile, { method, ...plain });
		expect(sequence.slice(1, -1)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
		expect(sequence.split(';')).toHaveLength(method === 'osc9' ? 2 : 4);
		expect(sequence.endsWith('世界\u0007')).toBe(true);
	}
	const ascii = notification(hostile, { method: 'osc9', env: {}, ascii: true });
	expect(ascii.slice(1, -1)).toMatch(/^[\x20-\x7e]*$/);
	expect(notification('x'.repeat(100_000), { method: 'osc9', ...plain }).length).toBeLessThan(300);
});

test('a notification passes through tmux and screen', () => {
	const method = 'osc9';
	expect(notification('x', { method, env: { TMUX: '/tmp/tmux,1,0' }, ascii: false })).toBe(
		'\u001bPtmux;\u001b\u001b]9;seedtop: x\u0007\u001b\\',
	);
	expect(notification('x', { method, env: { STY: '1.tty' }, ascii: false })).toBe(
		'\u001bP\u001b]9;seedtop: x\u0007\u001b\\',
	);
	expect(notification('x', { method: 'bell', env: { TMUX: '/tmp/tmux,1,0' }, ascii: false })).toBe('\u0007');
});

test('several downloads are counted, one is named', () => {
	const before = { finished: 3, failed: 1, last: '' };
	expect(outcomeText(before, { finished: 4, failed: 1, last: 'Finished: x' })).toBe('Finished: x');
	expect(outcomeText(before, { finished: 3, failed: 2, last: 'x: full' })).toBe('x: full');
	expect(outcomeText(before, { finished: 9, failed: 1, last: '' })).toBe('6 downloads: 6 finished');
	expect(outcomeText(before, { finished: 9, failed: 3, last: '' })).toBe('8 downloads: 6 finished, 2 failed');
});

test('a burst is one notification, and earlier events cause none', async () => {
	const store = createStore(initialState('http://127.0.0.1:8085', 'test', 0), update);
	const checkpoints = { all_loaded: true, loaded: 0, total: 0 };
	store.dispatch({
		type: 'answer',
		query: 'downloads',
		endpoint: 'listDownloads',
		answer: { downloads: [], checkpoints },
		at: 0,
	});
	const finished = (name: string): Message => ({
		type: 'event',
		event: { type: 'torrent_finished', payload: { infohash: name, name } },
		at: 0,
	});
	store.dispatch(finished('before'));
	const notices: string[] = [];
	const notifier = new Notifier(store, (text) => notices.push(text));
	onTestFinished(() => notifier.close());
	for (const name of ['a', 'b', 'c']) store.dispatch(finished(name));
	await until(() => notices.length > 0);
	expect(notices).toEqual(['3 downloads: 3 finished']);
});
