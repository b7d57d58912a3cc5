import '../../source/tui/terminal/full-color.ts';
import { expect, test } from 'vitest';
import type { State } from '../../source/state/core/state.ts';
import { filesScreens, withFiles } from './files-states.ts';
import { names } from './names.ts';
import { paintScreen } from './paint-screen.tsx';
import { paintApp } from './painted-app.tsx';

function plainText(state: State): string {
	return paintScreen(state, { columns: 100, rows: 40 }, { ascii: true, color: false }).text();
}

test('the files tab without color and in ASCII distinguishes selected files and expanded folders', () => {
	const { files, 'files-changing': collapsed } = filesScreens;
	if (!files || !collapsed) throw new Error('there are no such screens');
	const text = plainText(files);
	expect(text).toMatch(/[ >]\[-\]\|v Season 1\/ .* partly /m);
	expect(text).toMatch(/[ >]\[ \]v {6}ep 1\.srt .* skipped /m);
	expect(text).toMatch(/[ >]\[x\]\^ {4}ep 1\.mkv .* done /m);
	expect(plainText(collapsed)).toMatch(/[ >]\[x\]~> Season 2\/ .* selected~ /m);
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
	const app = paintApp(withFiles(list, { type: 'details', what: { type: 'files', what: open } }), {
		columns: 40,
		rows: 40,
	});
	const faults: string[] = [];
	for (let columns = 40; columns <= 200; columns += columns < 100 ? 1 : 7) {
		app.resize(columns, 40);
		app.dispatch({ type: 'move', rows: columns === 40 ? 0 : 33 });
		const screen = await app.settled();
		const top = screen.rows().findIndex((row) => / NAME .*SIZE/.test(row));
		const titles = screen.part(top, 0, columns);
		// Sizes end at the end of their title. Here they have seven cells.
		const size = titles.indexOf('SIZE') - '4.1'.length;
		expect(size).toBeGreaterThan(0);
		const tails = new Set<string>();
		for (let y = top + 1; y < 37; y++) {
			const row = screen.part(y, 0, columns);
			if (/^[ │]*▌?\[x\]/.test(row) && !row.includes(' ▾ ')) tails.add(screen.part(y, size - 1, columns));
		}
		if (tails.size !== 1)
			faults.push(`${columns}: ${[...tails].map((tail) => JSON.stringify(tail)).join(' ')}`);
	}
	expect(faults.slice(0, 10)).toEqual([]);
});
