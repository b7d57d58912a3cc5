import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import type { Box, render } from 'ink';
import type { ComponentType, createElement } from 'react';
import { textWidth } from '../../source/format/text-width.ts';
import type { Trial } from './trial.ts';

type Table = ComponentType<{ readonly data: readonly Readonly<Record<string, string>>[] }>;

/** The smallest static table of the cockpit: the tracker of the cursor's row, as the health tab shows it. */
const facts = (value: string) => [
	{ name: 'tracker', value: 'https://tracker.example.org/announce' },
	{ name: 'error', value },
];

export const inkTable: Trial = {
	name: 'ink-table',
	packages: ['ink-table@3.1.0', '@alcalzone/ink-table@1.1.1', 'ink@6.8.0', 'react@19.3.1'],
	async run(load) {
		const original = await load('ink-table').then(
			() => 'it loads',
			(error: NodeJS.ErrnoException) => String(error.code),
		);
		const { Table: fork } = (await load('@alcalzone/ink-table')) as { Table: Table };
		const lib = (await load('ink')) as { Box: typeof Box; render: typeof render };
		const react = (await load('react')) as { createElement: typeof createElement };
		/** Returns the lines of a table in a terminal of 60 columns. */
		async function lines(value: string, columns = 60): Promise<string[]> {
			const stdout = Object.assign(new PassThrough(), { columns, rows: 24 });
			const frames: string[] = [];
			stdout.on('data', (bytes: Buffer) => frames.push(bytes.toString()));
			const app = lib.render(
				react.createElement(lib.Box, null, react.createElement(fork, { data: facts(value) })),
				{ stdout: stdout as unknown as NodeJS.WriteStream, debug: true, patchConsole: false },
			);
			await turn();
			app.unmount();
			return (frames[0] ?? '').split('\n');
		}
		const widths = async (value: string) =>
			(await lines(value)).map((line) => textWidth(stripVTControlCharacters(line)));
		const ascii = await lines('refused');
		return [
			`ink-table 3.1.0 beside ink 6: ${original}`,
			'@alcalzone/ink-table, its fork as an ES module:',
			...ascii.map((line) => `    ${stripVTControlCharacters(line)}`),
			`lines for 2 facts: ${ascii.length}; here 2`,
			`cells of each line, ASCII: ${[...new Set(await widths('refused'))].join(', ')}`,
			`cells of each line, '接続が拒否されました': ${[...new Set(await widths('接続が拒否されました'))].join(', ')}`,
			`cells of each line, 'e\u0301\u0301\u0301': ${[...new Set(await widths('e\u0301\u0301\u0301'))].join(', ')}`,
			`lines for a value of 80 cells in 60 columns: ${(await lines('x'.repeat(80))).length}`,
			`lines for a value with a line break: ${(await lines('one\ntwo')).length}`,
			`a value with ESC ]0;title BEL reaches the terminal: ${(await lines('\x1b]0;title\x07')).join('').includes('\x1b]0;title')}`,
		];
	},
};
