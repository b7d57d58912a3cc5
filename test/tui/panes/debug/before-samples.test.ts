import { expect, test } from 'vitest';
import { createStore } from '../../../../source/state/core/store.ts';
import { missingRowsText } from '../../../../source/tui/sections/sampled-text.ts';
import { update } from '../../../../source/tui/shell/update.ts';
import { presser } from '../../../screens/pressing.ts';
import { listed, now } from '../../../screens/states.ts';

const size = { columns: 80, rows: 24 };
const failure = { kind: 'refused', message: 'refused', hint: '' } as const;

test.each([
	['thread', 't', 'enter'],
	['thread', 't', '/'],
	['socket', 's', 'down'],
	['file', 'f', 'o'],
] as const)('keys of %ss name the reason before the first sample', (noun, hotkey, key) => {
	const store = createStore(listed, update);
	const press = presser(store, () => size);
	const notice = () => store.get().journal.notice?.text;
	press('3', hotkey, key);
	expect(notice()).toBe(missingRowsText.loading(noun));
	store.dispatch({ type: 'query-failed', query: `debug-${noun}s:${noun}s`, failure, at: now });
	press(key);
	expect(notice()).toBe(missingRowsText.failed(noun));
});
