/** Measures a key in an open dialog: `NODE_ENV=production npx tsx test/bench/dialog-keys.tsx`. */
import '../../source/tui/terminal/full-color.ts';
import type { State } from '../../source/state/core/state.ts';
import { createStore } from '../../source/state/core/store.ts';
import { App } from '../../source/tui/shell/app.tsx';
import { update } from '../../source/tui/shell/update.ts';
import { addingScreens } from '../screens/adding-states.ts';
import { bulkScreens } from '../screens/bulk-states.ts';
import { presser } from '../screens/pressing.ts';
import { screens } from '../screens/states.ts';
import { viewScreens } from '../screens/view-states.ts';
import { paintTo } from '../terminal/paint-to.ts';

const WARM_UP_KEYS = 300;
const KEYS = 1500;
const size = { columns: 200, rows: 50 };

/** Each dialog with the keys that are pressed in turn. */
const dialogs: readonly (readonly [name: string, state: State | undefined, keys: readonly string[]])[] = [
	['sort', viewScreens('wide')['sort-by'], ['down', 'down', 'down', 'up', 'up', 'up']],
	['palette', screens.palette, ['down', 'down', 'down', 'up', 'up', 'up']],
	['limits', bulkScreens.limits, ['5', 'backspace']],
	['remove', bulkScreens['remove-many'], ['down', 'up']],
	['help', screens.help, ['down', 'up']],
	['add', addingScreens['many-sources'] ?? screens.add, ['a', 'backspace']],
];

for (const [name, state, keys] of dialogs) {
	if (!state) throw new Error(`there is no screen ${name}`);
	const store = createStore(state, update);
	let bytes = 0;
	const painting = paintTo(<App store={store} />, {
		...size,
		write(frame) {
			bytes += Buffer.byteLength(frame);
		},
	});
	const press = presser(store, () => size);
	const times: number[] = [];
	for (let index = 0; index < WARM_UP_KEYS + KEYS; index++) {
		if (index === WARM_UP_KEYS) bytes = 0;
		const start = performance.now();
		press(keys[index % keys.length] ?? '');
		await Promise.resolve();
		painting.flush();
		if (index >= WARM_UP_KEYS) times.push(performance.now() - start);
		if (index % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
	}
	painting.unmount();
	times.sort((one, other) => one - other);
	const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(3);
	const figures = `least ${at(0)} ms, median ${at(0.5)} ms, p99 ${at(0.99)} ms`;
	process.stdout.write(`${name}: ${figures}, ${(bytes / KEYS).toFixed(0)} bytes a key\n`);
}
process.exit(0);
