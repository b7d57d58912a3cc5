import { expect, test } from 'vitest';
import { createStore } from '../../../../source/state/core/store.ts';
import { update } from '../../../../source/tui/surfaces/update.ts';
import { presser } from '../../../screens/pressing.ts';
import { listed, now } from '../../../screens/states.ts';

const size = { columns: 80, rows: 24 };
const failure = { kind: 'refused', message: 'refused', hint: '' } as const;

test.each([
	['threads', 't', 'enter'],
	['threads', 't', '/'],
	['sockets', 's', 'down'],
	['files', 'f', 'o'],
] as const)('keys of %s name the reason before the first sample', (name, hotkey, key) => {
	const store = createStore(listed, update);
	const press = presser(store, () => size);
	const notice = () => store.get().journal.notice?.text;
	press('3', hotkey, key);
	expect(notice()).toBe(`The ${name} are still loading.`);
	store.dispatch({ type: 'query-failed', query: `debug-${name}:${name}`, failure, at: now });
	press(key);
	expect(notice()).toBe(`The ${name} could not be loaded.`);
});
