import { expect, test } from 'vitest';
import type { Message } from '../../../source/state/core/message.ts';
import { initialState } from '../../../source/state/core/state.ts';
import { createStore } from '../../../source/state/core/store.ts';
import { logState } from '../../../source/tui/shell/state-log.ts';
import { update } from '../../../source/tui/shell/update.ts';

const core = { state: 'STARTED', last_exception: null, readable_state: '' };
const failure = { kind: 'unreachable', message: 'connect ECONNREFUSED http://127.0.0.1:1', hint: '' };

test('the log of the cockpit has connections, failures, warnings and schema mismatches', () => {
	const store = createStore(initialState('http://me:secret@127.0.0.1:1', 'a test', 1_000), update);
	const lines: string[] = [];
	const end = logState(store, (level, text) => void lines.push(`${level} ${text}`));
	const messages: Message[] = [
		{ type: 'answer', query: 'core', endpoint: 'getState', answer: core, at: 1_000 },
		{ type: 'stream', open: true },
		{ type: 'query-failed', query: 'downloads', failure, at: 2_000 },
		{ type: 'query-failed', query: 'downloads', failure, at: 3_000 },
		{ type: 'answer', query: 'core', endpoint: 'getState', answer: core, at: 4_000 },
		{ type: 'news', news: { level: 'info', text: 'Not logged.' }, at: 4_000 },
		{ type: 'news', news: { level: 'error', doing: 'Adding magnet:?xt=a', text: 'refused' }, at: 4_000 },
		{
			type: 'schema-mismatches',
			endpoint: 'listDownloads',
			deviations: [{ path: 'downloads[3].size', problem: 'is no number' }],
			at: 5_000,
		},
		{ type: 'address', url: 'http://127.0.0.1:2' },
	];
	for (const message of messages) store.dispatch(message);
	end();
	store.dispatch({ type: 'stream', open: false });
	expect(lines).toEqual([
		'info The service is http://***@127.0.0.1:1 (a test).',
		'info The service responds.',
		'info The event stream is open.',
		'warning The service does not respond: connect ECONNREFUSED http://127.0.0.1:1',
		'info The service responds again.',
		'error Adding magnet:?xt=a: refused',
		"warning Schema mismatch in listDownloads: 'downloads[].size' is no number.",
		'info The service is http://127.0.0.1:2 (a test).',
	]);
});
