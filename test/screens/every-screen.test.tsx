import '../../source/tui/terminal/full-colour.ts';
import { describe, expect, test } from 'vitest';
import type { State } from '../../source/state/core/state.ts';
import { isInFooter, showsKeys } from '../../source/tui/dialogs/registry.ts';
import { coveringLine } from '../../source/tui/shell/footer.ts';
import { FOOTER_HEIGHT } from '../../source/tui/shell/layout.ts';
import { themeOf } from '../../source/tui/theme/choose-theme.ts';
import { allScreens, screenSizes } from './all-screens.ts';
import { subjectArea } from './golden-area.ts';
import { signsOf } from './hard-names.ts';
import { paintOnce } from './paint-screen.tsx';
import type { ScreenSize } from './pressing.ts';
import { crookedColumns, tablesOf } from './shown-columns.ts';
import { crookedFrame, headerRow } from './shown-frame.ts';
import { withoutUntrustedText } from './surface-states.ts';
import { missingExamples, subjectOf } from './surfaces.ts';

/** Screens without untrusted text: keys, titles of columns, a map, and what the user types. */
const ofOurOwn = [
	...['help', 'palette', 'sort', 'columns', 'files-pattern'].map((kind) => `dialog ${kind}`),
	'tab pieces',
	...withoutUntrustedText,
];

describe.each(screenSizes)('at $columns×$rows', (size) => {
	test('every pane, every tab alone and beside the list, and every dialog is painted completely', async () => {
		const faults: string[] = [];
		for (const [name, state] of allScreens(size)) {
			const { emulator } = await paintOnce(state, size);
			const top = state.dialogs.at(-1);
			const broken = top && !isInFooter(top) ? crookedFrame(emulator) : [];
			const rows = emulator.rows();
			if (!headerRow.test(rows[0] ?? '')) broken.push('no header');
			// The keys are in the footer, or in the dialog.
			if (rows.at(-1) === '' && !(showsKeys(top) && / esc /.test(insideFrame(rows)))) broken.push('no keys');
			faults.push(...broken.map((fault) => `${name}: ${fault}`));
		}
		expect(faults).toEqual([]);
		expect(missingExamples(size)).toEqual([]);
	});

	test('every screen shows names in Chinese, Arabic and Hindi, with emoji sequences, and hostile ones', async () => {
		const shown = new Map<string, string>();
		for (const state of allScreens(size).values()) {
			const subject = subjectOf(state);
			const { emulator } = await paintOnce(state, size);
			const top = state.dialogs.at(-1);
			const text = top && !isInFooter(top) ? insideFrame(emulator.rows()) : emulator.text();
			shown.set(subject, `${shown.get(subject) ?? ''}\n${text}`);
		}
		const missing = [...shown].flatMap(([subject, text]) =>
			ofOurOwn.includes(subject)
				? []
				: Object.entries(signsOf).flatMap(([kind, sign]) => (sign.test(text) ? [] : [`${subject}: ${kind}`])),
		);
		const next =
			'Show texts of hard-names.ts in the example, or list it in surface-states.ts as without untrusted text.';
		expect(missing, next).toEqual([]);
	});

	test('the columns of every list are aligned', async () => {
		const faults: string[] = [];
		const measured = new Set<string>();
		for (const [name, state] of allScreens(size)) {
			const screen = await paintOnce(state, size);
			for (const table of tablesOf(screen)) {
				if (table.rows.length > 0) measured.add(table.columns.map(({ id }) => id).join());
				faults.push(...crookedColumns(screen, table).map((fault) => `${name}: ${fault}`));
			}
		}
		expect(faults).toEqual([]);
		// Downloads, files, peers, trackers, health, events: a list of each was measured.
		for (const columns of [
			/^state,name,.*progress/,
			/^name,size,progress/,
			/^address,/,
			/^url,/,
			/^tracker,/,
			/^at,level,what/,
		]) {
			expect(
				[...measured].some((ids) => columns.test(ids)),
				`${columns} of ${[...measured]}`,
			).toBe(true);
		}
	});

	test('ASCII screens keep every cell in place, and lose no sign of their own', async () => {
		const faults: string[] = [];
		for (const [name, state] of allScreens(size)) {
			const signs = await paintOnce(state, size);
			const ascii = await paintOnce(state, size, { ascii: true });
			expect([name, ascii.emulator.text()]).toEqual([name, expect.stringMatching(/^[\x20-\x7e\n]*$/)]);
			const stateText = textsIn(state);
			const asciiCells = ascii.emulator.cells();
			for (const [y, row] of signs.emulator.cells().entries()) {
				for (const [x, { text }] of row.entries()) {
					const inAscii = asciiCells[y]?.[x]?.text;
					const at = `${name} at ${x},${y}: '${text}' is '${inAscii}'`;
					if (/^[ -~]$/.test(text) ? inAscii !== text : inAscii === '?' && !isFromOutside(text, stateText))
						faults.push(at);
				}
			}
		}
		expect(faults.slice(0, 20)).toEqual([]);
	});
});

/** Screens whose words depend on the size: lists scrolled from the end, legends, and names of widths. */
const SIZE_DEPENDENT: ReadonlySet<string> = new Set([
	'core-exception',
	'bulk-progress',
	'details',
	'files-names',
	'tab-pieces',
	'journal-events-filter',
	'journal-events-further-up',
	'journal-help-further-down',
	'view-columns',
	'view-filters',
]);

/** Words with a space after them. Longer ones may be broken between lines, and a cut one ends in an ellipsis. */
const WHOLE_WORDS = /(?<![\p{L}\p{N}])\p{L}[\p{L}\p{N}:.,'-]{2,40}(?=\s)/gu;

/** The end of a name of equal letters, which is broken between lines. */
const END_OF_LONG_NAME = /^(\p{L})\1+'?$/u;

/** Numbers of lines that a smaller screen has no room for. */
const HIDDEN_LINES = /… \d+ lines more|\d+ more: [↓↑]/g;

/** Names of facts in the overview that a larger screen shows without a name: beside the state, and above the graph. */
const NAMES_IN_OVERVIEW: ReadonlySet<string> = new Set(['status', 'down', 'up']);

/** Whether a larger screen may lack a word. */
function mayBeMissing(name: string, word: string): boolean {
	return END_OF_LONG_NAME.test(word) || (name.startsWith('tab-overview') && NAMES_IN_OVERVIEW.has(word));
}

test('a larger screen shows every word that a smaller one shows', async () => {
	const faults: string[] = [];
	let compared = 0;
	for (const name of allScreens({ columns: 80, rows: 24 }).keys()) {
		if (SIZE_DEPENDENT.has(name)) continue;
		let before: Subject | undefined;
		for (const size of screenSizes) {
			const subject = await subjectAt(name, size);
			// Details beside the list are narrower than below it.
			if (before && subject.width >= before.width && subject.height >= before.height) {
				// The name of a fact may become the title of a column, in upper case.
				const shown = subject.text.replaceAll(/\s+/g, '').toLowerCase();
				const words = [...new Set(before.text.replaceAll(HIDDEN_LINES, '').match(WHOLE_WORDS))];
				compared += words.length;
				const missing = words.filter(
					(word) => !shown.includes(word.toLowerCase()) && !mayBeMissing(name, word),
				);
				if (missing.length > 0) faults.push(`${name} at ${size.columns}×${size.rows}: ${missing.join(', ')}`);
			}
			before = subject;
		}
	}
	expect(faults).toEqual([]);
	expect(compared).toBeGreaterThan(5_000);
});

test('wide lists of channels and balances cut no text of a row', async () => {
	const size = { columns: 200, rows: 50 };
	const cut: string[] = [];
	let rows = 0;
	for (const [name, state] of allScreens(size)) {
		if (!/^section (channels-|market-balances)/.test(subjectOf(state))) continue;
		const { emulator, targets } = await paintOnce(state, size);
		for (const [y, text] of emulator.rows().entries()) {
			if (!targets[y]?.some((target) => target?.kind === 'row' && target.part === 'list')) continue;
			rows++;
			if (text.includes('…')) cut.push(`${name}: ${text}`);
		}
	}
	expect(cut).toEqual([]);
	expect(rows).toBeGreaterThan(50);
});

interface Subject {
	readonly text: string;
	readonly width: number;
	readonly height: number;
}

async function subjectAt(name: string, size: ScreenSize): Promise<Subject> {
	const state = allScreens(size).get(name);
	if (!state) throw new Error(`there is no screen ${name}`);
	const cells = (await paintOnce(state, size)).emulator.cells();
	const { left, top, right, bottom: end } = subjectArea(name, state, cells, size);
	// A notice of two lines covers the last line of the pane, but not the footer of the whole screen.
	const isCovered = end === size.rows - FOOTER_HEIGHT && hasCoveringLine(state, size);
	const bottom = isCovered ? end - 1 : end;
	const rows = cells.slice(top, bottom).map((row) => row.slice(left, right));
	const text = rows.map((row) => row.map((cell) => cell.text).join('')).join('\n');
	return { text, width: right - left, height: bottom - top };
}

function hasCoveringLine(state: State, { columns }: ScreenSize): boolean {
	return coveringLine(state, themeOf(state), columns) !== undefined;
}

/** Whether a glyph is part of untrusted text, or replaces a part of it. */
function isFromOutside(glyph: string, stateText: string): boolean {
	return glyph === '\ufffd' || stateText.includes(glyph);
}

/** Returns all texts in a state, concatenated. */
function textsIn(state: State): string {
	return JSON.stringify(state, (_, value: unknown) => {
		if (typeof value === 'bigint') return value.toString();
		return value instanceof Map || value instanceof Set ? [...value] : value;
	});
}

/** Returns the text between the borders of the top frame; frames beneath it are cut off by it. */
function insideFrame(rows: readonly string[]): string {
	const top = rows.findLastIndex((row) => /╭─ [^│]*─╮/.test(row));
	return rows
		.slice(top + 1)
		.flatMap((row) => /│(.*)│/.exec(row)?.[1] ?? [])
		.join('\n');
}
