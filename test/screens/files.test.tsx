import '../../source/tui/terminal/full-colour.ts';
import { expect, onTestFinished, test } from 'vitest';
import type { State } from '../../source/state/core/state.ts';
import { filesScreens, withFiles } from './files-states.ts';
import { names } from './names.ts';
import { paintScreen } from './paint-screen.tsx';
import { cellsOf } from './shown-list.ts';
import { watchApp } from './watched-app.tsx';

async function plainText(state: State): Promise<string> {
	const size = { columns: 100, rows: 40 };
	return (await paintScreen(state, size, { ascii: true, colour: false })).emulator.text();
}

test.each(Object.entries(filesScreens))(
	'the files tab %s paints no cell outside of any size',
	async (_, state) => {
		const app = await watchApp(state, { columns: 80, rows: 24 });
		onTestFinished(() => app.close());
		for (const columns of [20, 40, 47, 60, 80, 120, 139, 140, 300]) {
			for (const rows of [6, 10, 24, 100]) {
				app.resize(columns, rows);
				app.store.dispatch({
					type: 'details',
					what: { type: 'show', shown: rows === 24 ? 'split' : 'full', focused: true },
				});
				await app.settled();
				expect(app.faults()).toEqual([]);
			}
		}
	},
);

test('the files tab without colour and in ASCII distinguishes selected files and expanded folders', async () => {
	const { files, 'files-changing': collapsed } = filesScreens;
	if (!files || !collapsed) throw new Error('there are no such screens');
	const text = await plainText(files);
	expect(text).toMatch(/[ >]\[-\]\|v Season 1\/ .* partly /m);
	expect(text).toMatch(/[ >]\[ \]v {6}ep 1\.srt .* skipped /m);
	expect(text).toMatch(/[ >]\[x\]\^ {4}ep 1\.mkv .* done /m);
	expect(await plainText(collapsed)).toMatch(/[ >]\[x\]~> Season 2\/ .* selected~ /m);
});

test('the columns of the tree are aligned with every name, at every width', async () => {
	const list = names.map((name, index) => ({
		index,
		name: `${index % 2 === 0 ? 'folder/' : ''}${name.replaceAll('/', '|') || 'x'}`,
		size: 4_200,
		included: true,
		progress: 0.5,
	}));
	const open = { type: 'expand', node: 0, open: true } as const;
	const app = await watchApp(withFiles(list, { type: 'details', what: { type: 'files', what: open } }), {
		columns: 40,
		rows: 40,
	});
	onTestFinished(() => app.close());
	const faults: string[] = [];
	for (let columns = 40; columns <= 200; columns += columns < 100 ? 1 : 7) {
		app.resize(columns, 40);
		app.store.dispatch({ type: 'move', rows: columns === 40 ? 0 : 33 });
		await app.settled();
		faults.push(...app.faults());
		const top = app.emulator.rows().findIndex((row) => / NAME .*SIZE/.test(row));
		const titles = cellsOf(app.emulator, top, 0, columns);
		// Sizes end at the end of their title. Here they have seven cells.
		const size = titles.indexOf('SIZE') - '4.1'.length;
		expect(size).toBeGreaterThan(0);
		const tails = new Set<string>();
		for (let y = top + 1; y < 37; y++) {
			const row = cellsOf(app.emulator, y, 0, columns);
			if (/^[ │]*▌?\[x\]/.test(row) && !row.includes(' ▾ '))
				tails.add(cellsOf(app.emulator, y, size - 1, columns));
		}
		if (tails.size !== 1)
			faults.push(`${columns}: ${[...tails].map((tail) => JSON.stringify(tail)).join(' ')}`);
	}
	expect(faults.slice(0, 10)).toEqual([]);
}, 60_000);
