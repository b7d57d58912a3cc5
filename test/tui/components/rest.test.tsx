import '../../../source/tui/terminal/full-color.ts';
import { expect, test } from 'vitest';
import { createStore } from '../../../source/state/core/store.ts';
import { App } from '../../../source/tui/shell/app.tsx';
import { update } from '../../../source/tui/shell/update.ts';
import { until } from '../../programs/until.ts';
import { listing, namedDownloads } from '../../screens/named-downloads.ts';
import { painted } from '../../terminal/painted.ts';

const names = Array.from({ length: 60 }, (_, index) => `download number ${index}`);
const nameFact = (text: string) => /name +(download number \d+)/.exec(text)?.[1];

/** Returns the name that the details show after several moves of the cursor, and how to wait for another. */
async function moved(restMs: number, moves: number) {
	const store = createStore(listing(namedDownloads(names)), update);
	store.dispatch({ type: 'details', what: { type: 'show', shown: 'split', focused: false } });
	const app = <App store={store} restTime={restMs} />;
	const { emulator, settled } = await painted(app, { columns: 100, rows: 40 });
	for (let move = 0; move < moves; move++) {
		store.dispatch({ type: 'move', rows: 1 });
		await settled();
	}
	return { shown: () => nameFact(emulator.text()), settled, store };
}

test('details follow the cursor at once without a rest time', async () => {
	expect((await moved(0, 3)).shown()).toBe('download number 3');
});

test('details stay while the cursor moves, and follow it when it rests', async () => {
	expect((await moved(60_000, 3)).shown()).toBe('download number 0');
	const { shown, settled } = await moved(1, 3);
	await until(async () => {
		await settled();
		return shown() === 'download number 3';
	});
});

test('focused details follow at once', async () => {
	const { shown, settled, store } = await moved(60_000, 2);
	store.dispatch({ type: 'focus-details', focused: true });
	await settled();
	expect(shown()).toBe('download number 2');
});
